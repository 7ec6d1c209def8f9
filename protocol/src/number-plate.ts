const county = `(${"AB AG AR B BC BH BN BR BT BV BZ CJ CL CS CT CV DB DJ GJ GL GR HD HR IF IL IS MH MM MS NT OT PH SB SJ SM SV TL TM TR VL VN VS".replaceAll(" ", "|")})`;
/** Three digits exist only in Bucharest. Q and a leading I or O are not issued. */
const usual = new RegExp(String.raw`^(?:${county}(\d\d)|(B)(\d{3}))((?![IO])[A-PR-Z]{3})$`, "u");
/** Red plates, which expire. */
const temporary = new RegExp(String.raw`^${county}(\d{3,6})$`, "u");

/** The plate's letters and digits in upper case, by which plates are compared. */
export const plateKey = (text: string): string => text.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, "");

/** Returns for example `B 123 ANA`; null unless it is a permanent Romanian plate. */
export const romanianPlate = (text: string): string | null => partsOf(usual.exec(plateKey(text)));

/** Returns a Romanian plate with its usual spaces, and others as typed. */
export const normalPlate = (text: string): string =>
  romanianPlate(text) ?? partsOf(temporary.exec(plateKey(text))) ?? text.trim();

const partsOf = (match: readonly (string | undefined)[] | null): string | null =>
  match === null
    ? null
    : match
        .slice(1)
        .filter((part) => part !== undefined)
        .join(" ");
