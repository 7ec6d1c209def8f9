import type { DemoOffer } from "./demo-offer.ts";

export const offer10001: DemoOffer = {
  number: 10001,
  customer: "ana",
  status: "sent",
  vehicle: {
    make: "Volkswagen",
    model: "Golf V",
    year: 2006,
    engine: "2.0 TDI BKD",
    vin: "WVWZZZ1KZ6W214587",
    plate: "CJ 14 MVA",
  },
  validForDays: 7,
  lines: `
    LuK    | 624 3477 33     | Kit ambreiaj RepSet Pro, rulment hidraulic inclus | 1 |  812.40 | 3 | 0 | accepted
    Sachs  | 3000 990 308    | Kit ambreiaj cu rulment hidraulic                 | 1 |  768.90 | 2 | 0 | alternative
    LuK    | 415 0250 10     | Volantă masă dublă                                | 1 | 1389.00 | 1 | 0 | accepted
    Sachs  | 2294 701 009    | Volantă masă dublă                                | 1 | 1462.00 | 0 | 2 | declined
    VAG    | N 902 061 03    | Șurub volantă                                     | 6 |    7.85 | 48 | 0 | accepted
    VAG    | G 052 171 A2    | Ulei cutie manuală 75W, 1 l                       | 2 |   89.50 | 11 | 0 | offered
    ATE    | 03.9901-6402.2  | Lichid de frână SL.6 DOT 4, 1 l                   | 1 |   46.20 | 20 | 0 | offered
  `,
  talk: {
    unread: { radu: 2, ioana: 2, mia: 4 },
    transcript: `
      2d 08:12 ana: Bună dimineața! Am nevoie de un kit de ambreiaj pentru Golf 5, 2.0 TDI, 140 CP. Îl am pe elevator.
      2d 08:14 radu takes over
      2d 08:15 radu: Bună dimineața, Ana. Îmi trimiteți seria de șasiu, ca să nu ghicim? La motorul ăsta sunt mai multe variante.
      2d 08:19 ana: [serie-sasiu] WVWZZZ1KZ6W214587
      2d 08:20 ana: Motor BKD, cutie în 6 trepte, volantă masă dublă. E ambreiajul din fabrică, 284.000 km.
      2d 08:27 radu: Mulțumesc. După serie intră LuK 624 3477 33, RepSet Pro, cu rulmentul hidraulic inclus: 812,40 lei + TVA. Am 3 bucăți pe stoc.
      2d 08:28 radu: Ca alternativă, Sachs 3000 990 308 la 768,90 + TVA, tot pe stoc. Și la el rulmentul e în cutie.
      2d 08:34 ana: Volanta are joc și bate la oprirea motorului. Cât e una nouă?
      2d 08:41 radu: LuK 415 0250 10, 1.389,00 + TVA, o bucată pe stoc. Sachs 2294 701 009 e 1.462,00 + TVA, dar vine în 2 zile.
      2d 08:43 ana: Și șuruburile? Alea nu se refolosesc.
      2d 08:46 radu: N 902 061 03, 6 bucăți, 7,85 bucata. Le-am trecut în ofertă.
      2d 08:52 ana: Ok, vorbesc cu clientul și revin. Ar vrea ceva mai ieftin, dar fără volantă nu i-l montez, că se întoarce peste o lună.
      2d 09:05 mia: Bună, Ana! Aveți dreptate, numai luna asta am avut două retururi din cauza volantei vechi. Dacă luați kit și volantă împreună, transportul e gratuit.
      2d 09:06 ana likes
      2d 09:07 ana: Mulțumesc, Mia, îi spun și lui.
      2d 16:38 ana: Bună din nou. Clientul e de acord cu LuK, și kitul și volanta. Am dat deja cutia jos.
      2d 16:40 ana: [disc-ambreiaj] Discul vechi are 240 mm. E bun ce mi-ați dat?
      2d 16:40 ana: [disc-butuc]
      2d 16:47 radu: [eticheta-ambreiaj] Da, 624 3477 33 e pe 240 mm, 28 de caneluri. Numărați-le pe arbore, să fim siguri.
      2d 16:53 ana: 28, e bine.
      1d 08:05 ioana: Bună dimineața, Ana! Radu e la furnizor până la prânz. V-am rezervat 624 3477 33 și 415 0250 10, nu le mai ia nimeni.
      1d 08:09 ana: Mulțumesc, Ioana! Puneți și ulei de cutie, 2 litri. Și lichid de frână, că tot aerisesc.
      1d 08:16 ioana: G 052 171 A2, 2 x 89,50, și ATE 03.9901-6402.2 la un litru, 46,20. Sunt în ofertă.
      1d 08:17 ana: Perfect 👍
      1d 08:18 ioana likes
      1d 13:20 radu likes
      1d 13:22 radu: M-am întors. Plata rămâne la 15 zile, ca până acum?
      1d 13:30 ana: Da, pe firmă, la 15 zile.
      -74m radu: Ana, oferta e gata, cu ulei și lichid de frână cu tot. O confirmați, ca să o dau la depozit?
      -68m ana: Confirm kitul LuK, volanta și șuruburile. Pentru ulei și lichid îmi dați un minut, verific ce mai am pe raft.
      -68m ana decides
      -67m radu takes over
      -66m radu: Sigur. Piesele sunt puse deoparte pe numele dumneavoastră.
      -13m ana: Iau și uleiul, și lichidul. Încă ceva: simeringul de pe partea volantei transpiră. Aveți 038 103 171 B pe stoc?
      -7m ana: Dacă da, puneți-l în același colet, vă rog. Mașina e blocată pe elevator.
    `,
  },
};
