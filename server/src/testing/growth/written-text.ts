import { wordsTotal } from "./words.ts";

/**
 * SQL expressions for message texts, each selected by a number. Words follow Zipf's law (a uniform logarithm of the rank): the commonest word is in
 * about 40 % of the messages, most words in one message of 30,000. 30 % of the messages contain one of 200,000 part codes.
 */

const codesTotal = 200_000;
const wordsMin = 3;
const wordsMax = 13;

/** SQL for a pseudorandom number below `below`, determined by `number` and `choice`. */
const chosen = (number: string, choice: number, below: number): string =>
  `((hashint8extended(${number}, ${choice}) & 1073741823) % ${below})`;

const list = (texts: string): string => `array['${texts.trim().split(/\s+/u).join("', '")}']`;
const pick = (array: string, length: number, index: string): string => `(${array})[1 + (${index}) % ${length}]`;
const pickOf = (texts: string, index: string): string => pick(list(texts), texts.trim().split(/\s+/u).length, index);

const models = "1K0 5Q0 8E0 3C0 6Q0 1J0 8K0 4F0 7L0 06A 03L 04E 1Z0 5E0 6R0 8P0 8D0 4B0 2K5 7H0";
const suffixes = "A B C D E F AA AB BC";

/** SQL for the part code with this number, such as `1K0 615 301 AA`. */
function code(number: string, separator: string): string {
  const digits = `(100000 + ((${number}) / 200) * 881)::text`;
  const parts = [pickOf(models, number), `left(${digits}, 3)`, `right(${digits}, 3)`];
  // Every tenth code has no letters; `concat_ws` skips null.
  const letters = pickOf(`${suffixes} -`, `(${number}) / 20`);
  return `concat_ws(${separator}, ${parts.join(", ")}, nullif(${letters}, '-'))`;
}

export const catalogueCode = (number: string): string => code(chosen(number, 101, codesTotal), "' '");

/** SQL for a part code as people type it: with spaces, dots, dashes or nothing. */
const typedCode = (number: string): string =>
  code(chosen(number, 102, codesTotal), `(array[' ', '', ' ', '.', '-'])[1 + ${chosen(number, 103, 5)}]`);

/** SQL for the text of a message. The elements of `words` must have a fixed length, since PostgreSQL reads any other array from its beginning. */
export function writtenText(number: string, words: string): string {
  const word = (position: number): string =>
    `${words}[floor(power(${wordsTotal}, ${chosen(number, position, 2 ** 20)} / ${2 ** 20}::float8))::int]`;
  const some = Array.from({ length: wordsMax }, (_, position) =>
    position < wordsMin
      ? word(position)
      : `case when ${chosen(number, 99, wordsMax - wordsMin + 1)} > ${position - wordsMin} then ${word(position)} end`,
  );
  some.splice(2, 0, `case when ${chosen(number, 100, 10)} < 3 then ${typedCode(number)} end`);
  return `concat_ws(' ', ${some.join(", ")}) || (array['', '', '.', '?'])[1 + ${chosen(number, 104, 4)}]`;
}

export const fileName = (number: string): string =>
  `${pickOf("IMG_ factura_ oferta_ poza_ aviz_ comanda_ talon_ garantie_", number)} || (10000 + ${chosen(number, 105, 80_000)})`;

const firstNames = `Ana Mihai Elena Andrei Ioana Radu Maria Vlad Cristina Sorin Bianca Ștefan Oana Ionuț Raluca Bogdan Mădălina
  Cătălin Gabriela Dragoș Alina Florin Simona Răzvan Daniela Marius Carmen Lucian Roxana Ovidiu Irina Cosmin Anca Liviu Diana
  Adrian Monica Claudiu Laura Nicolae Teodora Gheorghe Adina Silviu Camelia Horia Mirela Emil Violeta Tudor`;
const lastNames = `Popescu Ionescu Dobre Stan Marin Ilie Țurcanu Șerban Lungu Popa Dumitru Stoica Gheorghiu Rusu Munteanu Matei
  Constantin Moldovan Oprea Nistor Barbu Preda Tănase Voicu Sandu Vasile Enache Manole Grigore Cojocaru Bălan Ciobanu Pârvu
  Dragomir Neagu Zamfir Avram Mocanu Anghel Toma Filip Albu Cristea Bucur Crăciun Iordache Nedelcu Roșu Pavel Sava Chiriță
  Olteanu Ene Simion Lazăr Muntean Mureșan Stănescu Petrescu Țăranu`;

export const personName = (number: string): string =>
  `${pickOf(firstNames, number)} || ' ' || ${pickOf(lastNames, chosen(number, 106, 1000))}`;

export const vehicle = {
  make: (number: string) => pickOf("Škoda Dacia Volkswagen Ford Renault BMW Opel", number),
  model: (number: string) => pickOf("Octavia Logan Golf Focus Megane 320d Astra", number),
  engine: (number: string) => `(array['1.6 TDI', '2.0 TDI', '1.5 dCi', '1.0 TSI', '1.4'])[1 + (${number}) % 5]`,
  vin: (number: string) =>
    `${pickOf("TMBZZZ1Z UU1LSDAA WVWZZZ1K WF0AXXGC VF1BZ1B0 WBA3D310 W0L0AHL4", number)}
      || ${pickOf("4 5 6 7 8 9 A B C D E F G H J K L M", chosen(number, 107, 18))} || ${pickOf("8 E M R W", chosen(number, 108, 5))}
      || lpad((${number})::text, 7, '0')`,
  plate: (number: string) =>
    `${pickOf("AB AR AG BC BH BN BR BT BV BZ CJ CL CS CT CV DB DJ GJ GL GR HD HR IF IL IS MH MM MS NT OT PH SB SJ SM SV TL TM TR VL VN VS", chosen(number, 109, 41))}
      || ' ' || (10 + ${chosen(number, 110, 90)}) || ' ' || ${["A B C D E F G H", "A B C D E F H L", "A B C H M P R S"]
        .map((letters, index) => pickOf(letters, chosen(number, 111 + index, 8)))
        .join(" || ")}`,
} as const;

export const lineBrand = (number: string): string =>
  pickOf(
    "TRW Bosch LuK Mann Valeo Sachs Bilstein Febi Lemförder SKF INA Gates Contitech Hella NGK Brembo ATE Mahle Denso Pierburg",
    number,
  );
export const lineName = (
  number: string,
): string => `(array['Plăcuțe frână față', 'Disc frână', 'Kit ambreiaj', 'Filtru ulei', 'Alternator',
  'Amortizor spate', 'Bieletă antiruliu', 'Rulment roată', 'Pompă apă', 'Kit distribuție', 'Senzor ABS', 'Planetară dreapta',
  'Filtru habitaclu', 'Far stânga', 'Radiator apă', 'Injector', 'Curea accesorii', 'Cap de bară', 'Turbosuflantă'])[1 + (${number}) % 19]`;
