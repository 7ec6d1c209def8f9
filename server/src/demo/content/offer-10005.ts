import type { DemoOffer } from "./demo-offer.ts";

export const offer10005: DemoOffer = {
  number: 10005,
  customer: "mihai",
  status: "accepted",
  vehicle: {
    make: "Škoda",
    model: "Octavia II",
    year: 2011,
    engine: "1.6 TDI CAYC",
    vin: "TMBAT61Z5B2087314",
    plate: "PH 22 DBR",
  },
  validForDays: 4,
  lines: `
    ATE   | 24.0125-0158.1 | Disc frână față ventilat 288 x 25 mm   | 2 | 225.60 | 8 | 0 | accepted
    VAG   | 1K0 615 301 AA | Disc frână față ventilat 288 x 25 mm   | 2 | 384.00 | 4 | 0 | alternative
    Bosch | 0 986 494 596  | Set plăcuțe frână față                 | 1 | 168.30 | 6 | 0 | accepted
    TRW   | GDB1550        | Set plăcuțe frână față                 | 1 | 159.90 | 3 | 0 | alternative
    TRW   | DF4276         | Disc frână spate                       | 2 | 118.20 | 0 | 1 | accepted
    TRW   | GDB1763        | Set plăcuțe frână spate                | 1 | 114.50 | 7 | 0 | accepted
    ATE   | 03.9901-5802.2 | Lichid de frână DOT 4, 1 l             | 1 |  38.50 | 26 | 0 | accepted
  `,
  talk: {
    unread: { radu: 1, vlad: 5 },
    transcript: `
      3d 11:40 mihai: salut, discuri + placute fata pt octavia 2 facelift 1.6 tdi 2011
      3d 11:44 radu: Salut, Mihai. Am nevoie de serie, la Octavia sunt discuri de 280 și de 288.
      3d 11:52 mihai: TMBAT61Z5B2087314
      3d 11:53 mihai: [disc-frana] am masurat, 288 x 25
      3d 12:04 radu: Se confirmă, 288 x 25. ATE 24.0125-0158.1, 225,60 bucata. Original 1K0 615 301 AA e 384,00 bucata. Prețuri fără TVA.
      3d 12:05 radu: Plăcuțe: Bosch 0 986 494 596 la 168,30 sau TRW GDB1550 la 159,90. Ambele cu senzor de uzură.
      3d 12:15 mihai: ate si bosch. spate ai ceva? sunt si alea pe ducă
      3d 12:26 radu: Spate TRW DF4276, 118,20 bucata, și plăcuțe GDB1763 la 114,50. Discurile din spate vin mâine dimineață.
      3d 12:31 mihai: etrierul din dreapta spate cam inteapa, dar cred ca-l salvez. iti zic maine
      2d 09:14 vlad: Bună, Mihai! Vlad, de la vânzări. Dacă aveți nevoie și de etrier, găsim unul recondiționat cu predare la schimb.
      2d 09:30 mihai: mersi vlad, astept sa-l desfac
      2d 14:02 mihai: l-am desfacut, pistonul e bun. nu trebuie etrier. doar un lichid de frana
      2d 14:08 radu: Am adăugat ATE 03.9901-5802.2, DOT 4 la litru, 38,50.
      2d 14:10 radu: Discurile TRW din spate au ajuns în depozit. Pot pleca toate azi.
      2d 14:22 mihai: maine e ok, azi nu am cui sa le las
      1d 08:31 mihai: buna dimineata, confirm tot: ate 24.0125-0158.1 x2, bosch 0 986 494 596, DF4276 x2, GDB1763 si lichidul
      1d 08:33 mihai decides
      1d 08:36 radu: Bună dimineața! Confirmat, am trecut oferta pe acceptat. Livrare cu mașina noastră, traseul Ploiești Nord.
      1d 08:37 mihai: in prima cursa daca se poate
      1d 08:40 radu: Da, prima cursă.
      -185m vlad: Mihai, au ajuns discurile? Ieri traseul a mers cu întârziere.
      -171m mihai: au ajuns, multumesc. placutele sunt ok, dar la un disc spate cutia e lovita
      -171m mihai: [cutie-lovita]
      -171m mihai: [cutie-colt]
      -160m ioana: Bună, Mihai! Verificați vă rog dacă discul e ciobit pe margine. Dacă are ceva, îl schimbăm fără discuții.
      -38m mihai: discul e bun, doar cutia. il montez. factura o trimiteti pe mail ca de obicei?
    `,
  },
};
