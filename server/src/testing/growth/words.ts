export const wordsTotal = 30_000;

const frequent = `pentru și de la cu este nu în preț piesa aveți mai din bună ziua stoc mâine oferta frână mulțumesc plăcuțe disc filtru
  ulei livrare mașina vă rog când sunt față spate motor set poate dar codul ambreiaj comanda factura original pompa senzor kit
  distribuție curea alternator amortizor garanție bucăți azi verific revin clientul depozit furnizor rulment bieleta planetara
  radiator injector turbina far oglindă bară aripă capotă parbriz ștergător bujie baterie electromotor termostat garnitură
  chiulasă supapă arc braț pivot cap bara etrier tambur saboți cablu conductă furtun rezervor catalizator tobă sondă lambda
  clapetă admisie evacuare volantă cutie viteze diferențial cardan suport tampon bucșă ax cu came vibrochen piston segmenți
  cuzineți pompă apă vas expansiune ventilator compresor climă condensator evaporator calorifer habitaclu airbag centură scaun
  volan coloană direcție casetă servodirecție jantă anvelopă capac prezon șurub piuliță colier siguranță releu bec lampă stop
  semnal proiector broască macara geam motoraș comutator contact cheie telecomandă antenă difuzor navigație cameră parcare`;

const onsets = "b c d f g h j l m n p r s t v z br cl cr dr fl gr pl pr sc sp st str tr ș ț".split(" ");
const vowels = "a e i o u ă â ea ie oa".split(" ");
const codas = ["", "", "", "n", "r", "t", "l", "s", "c", "nt", "rd"];
const endings = ["", "ul", "a", "e", "ii", "ului", "are", "at", "ată", "eală", "tor", "ție"];

/** Returns all words once, most frequent first; they are fixed, so that two seeds of the same size are equal. */
export function frequentWords(): readonly string[] {
  const words = new Set(frequent.split(/\s+/u));
  let state = 20_261_124;
  const oneOf = (choices: readonly string[]): string => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    // The low bits of this kind of generator repeat after a short period.
    return choices[Math.floor((state / 2 ** 32) * choices.length)] ?? "";
  };
  const syllable = (): string => oneOf(onsets) + oneOf(vowels) + oneOf(codas);
  while (words.size < wordsTotal) words.add(syllable() + syllable() + oneOf(endings));
  return [...words];
}
