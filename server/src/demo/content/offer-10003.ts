import type { DemoOffer } from "./demo-offer.ts";

export const offer10003: DemoOffer = {
  number: 10003,
  customer: "ana",
  status: "accepted",
  vehicle: {
    make: "BMW",
    model: "Seria 3 (E90)",
    year: 2009,
    engine: "320d N47D20C",
    vin: "WBAPN31090VF42816",
    plate: "CJ 77 ANA",
  },
  validForDays: 9,
  lines: `
    Lemförder | 31931 01      | Braț suspensie față stânga, tirant        | 1 |  412.50 | 2 | 0 | accepted
    Lemförder | 31932 01      | Braț suspensie față dreapta, tirant       | 1 |  412.50 | 2 | 0 | accepted
    Meyle     | 316 050 0009  | Braț suspensie față stânga, tirant        | 1 |  298.00 | 5 | 0 | alternative
    TRW       | JTS526        | Bieletă antiruliu față                    | 2 |   84.60 | 6 | 0 | accepted
    Bilstein  | 22-136596     | Amortizor B4 față stânga                  | 1 |  486.00 | 1 | 0 | accepted
    Bilstein  | 22-136602     | Amortizor B4 față dreapta                 | 1 |  486.00 | 0 | 1 | accepted
    Sachs     | 313 479       | Amortizor față stânga                     | 1 |  529.90 | 2 | 0 | declined
    Sachs     | 802 420       | Flanșă amortizor față                     | 2 |  139.80 | 4 | 0 | accepted
    FAG       | 713 6494 30   | Rulment roată față, cu butuc              | 1 |  548.70 | 0 | 2 | offered
  `,
  talk: {
    unread: { ana: 1, ioana: 4, mia: 2 },
    transcript: `
      5d 09:20 ana: Bună ziua! BMW E90 320d din 2009, bate față la denivelări. Vreau ofertă pentru toată puntea față, că are 260.000 km.
      5d 09:22 radu takes over
      5d 09:24 radu: Bună ziua, Ana! Seria, vă rog. Și dacă e cu pachet M, că se schimbă amortizoarele.
      5d 09:29 ana: WBAPN31090VF42816
      5d 09:30 ana: Fără pachet M, suspensie normală.
      5d 09:41 radu: N47D20C, tracțiune spate, suspensie standard. Spuneți-mi ce ați găsit cu joc.
      5d 09:48 ana: Tirantul din stânga are bucșa ruptă, din ea a curs și uleiul. Dreapta nu e rupt, dar are joc. Bieletele bat amândouă.
      5d 09:50 ana: Amortizorul stânga transpirat, flanșele scârțâie la bracat.
      5d 10:05 radu: Tiranți Lemförder 31931 01 stânga și 31932 01 dreapta, 412,50 bucata. Mai ieftin am Meyle 316 050 0009 stânga la 298,00, dar numai stânga.
      5d 10:06 radu: Bielete TRW JTS526, 84,60 bucata. Flanșe Sachs 802 420, 139,80 bucata.
      5d 10:08 radu: Amortizoare: Bilstein B4 22-136596 și 22-136602, 486,00 bucata, sau Sachs 313 479 la 529,90.
      5d 10:15 ana: La tiranți Lemförder pe amândouă, nu amestec.
      5d 10:17 ana: Bilstein B4 cât ține față de Sachs? Clientul face Cluj - București săptămânal.
      5d 10:26 radu: B4 e la nivel de origine, gaz, bitub. La noi s-au întors foarte puține. Sachs e la fel de bun, dar costă cu 44 de lei mai mult bucata.
      5d 10:28 ana: Atunci Bilstein.
      5d 10:52 mia: Bună, Ana! La Bilstein e o condiție: pentru garanție se iau perechi. Le-am pus pe amândouă în ofertă.
      5d 10:55 ana: Normal, oricum nu schimb doar unul.
      5d 14:33 ana: Clientul întreabă totalul cu TVA pentru tiranți, bielete, amortizoare și flanșe.
      5d 14:40 radu: Fără TVA: 825,00 tiranții, 169,20 bieletele, 972,00 amortizoarele, 279,60 flanșele. În total 2.245,80, adică 2.717,42 cu TVA.
      5d 14:44 ana: Aoleu. Îi spun, dar nu cred că sare în sus de bucurie.
      5d 14:46 radu: Dacă vrea să împartă, siguranța e la tiranți. Amortizoarele pot aștepta o lună.
      4d 08:58 ana: Bună dimineața. A zis să le facem pe toate, că pleacă la drum lung.
      4d 09:00 ana decides
      4d 09:02 radu: Bună dimineața! Foarte bine. Verific disponibilitatea pe fiecare.
      4d 09:09 radu: Pe stoc: tiranții, bieletele, flanșele și Bilstein stânga. Amortizorul din dreapta, 22-136602, vine mâine.
      4d 09:11 ana: Mâine la ce oră? Îmi țin elevatorul ocupat.
      4d 09:15 radu: Cu prima cursă, până la 9:30 e la dumneavoastră.
      4d 09:16 ana: Ok, desfac azi și montez mâine.
      4d 09:31 ioana: Ana, la flanșele Sachs 802 420 nu sunt incluși rulmenții. Îi aveți sau îi adăugăm?
      4d 09:35 ana: I-am luat săptămâna trecută de la voi, am doi pe raft.
      4d 09:36 ioana: Perfect, atunci nu mai adaug.
      4d 13:05 ana: Am desfăcut. Șuruburile de la tiranți nu se mai refolosesc, nu?
      4d 13:11 radu: Nu, BMW cere șuruburi și piulițe noi. La Lemförder piulița e în cutie. Șuruburile vi le dau eu, sunt mărunțiș.
      4d 13:12 ana: Mulțumesc mult!
      4d 15:47 ana: Altă problemă: rulmentul din dreapta față huruie când îl învârt cu mâna. Nu l-am auzit la drum de la cauciucuri.
      4d 15:55 radu: La E90 vine cu butuc cu tot: FAG 713 6494 30, 548,70 + TVA. Nu e pe stoc, 2 zile.
      4d 15:58 ana: SKF aveți?
      4d 16:04 radu: SKF e lipsă și la furnizor până luna viitoare. Rămâne FAG.
      4d 16:06 ana: Întreb clientul. Deocamdată puneți-l în ofertă, dar nu-l comandați.
      4d 16:09 radu: E în ofertă, necomandat.
      3d 09:38 ana: Bună dimineața! A venit tot, mai puțin amortizorul din dreapta.
      3d 09:41 ioana: Bună dimineața, Ana. Verific imediat la transport.
      3d 09:52 ioana: A rămas în hub la Turda, șoferul a plecat fără el. Îmi cer scuze. Pleacă cu cursa de prânz, îl aveți până la 14:00.
      3d 09:54 ana: Ok, dar vă rog să fie sigur. Am alt client programat la 16.
      3d 09:55 radu releases
      3d 09:56 mia takes over
      3d 09:58 mia: Ana, mă ocup personal. Sun șoferul și vă scriu când e la poartă.
      3d 13:26 mia: E la 10 minute de dumneavoastră.
      3d 13:41 ana: L-am primit. Mulțumesc, Mia, ați salvat ziua.
      3d 13:43 mia: Cu drag! Transportul pentru el nu vi-l mai facturăm.
      3d 13:44 ana likes
      3d 17:15 ana: Gata montajul. Nu mai bate nimic, merge ca pe șine.
      3d 17:16 mia likes
      3d 17:18 radu likes
      3d 17:21 ioana likes
      3d 17:19 radu: Ce veste bună! Mai faceți geometria și e ca nou.
      3d 17:22 ana: Mâine dimineață, la un coleg cu stand 3D.
      2d 11:03 ana: Geometria e făcută. Clientul s-a plâns doar de huruitul din dreapta, deci rulmentul.
      2d 11:08 radu: Cum spuneam: FAG 713 6494 30, 2 zile de când îl comand.
      2d 11:30 ana: A zis că se mai gândește până la salariu 🙂
      2d 11:33 radu: Îl înțeleg. Să nu tragă prea mult totuși, că mănâncă și senzorul ABS.
      1d 09:44 ioana: Bună dimineața, Ana! Factura pentru BMW e emisă, fără rulment. V-am trimis-o și pe mail.
      1d 09:50 ana: Am primit-o, mulțumesc.
      1d 14:12 ana: S-a hotărât, vrea și rulmentul. Cât e valabil prețul de 548,70?
      1d 14:20 radu: Oferta mai e valabilă încă 10 zile. Dacă îl confirmați azi, intră în comanda de seară.
      -160m ana: Bună! Îl confirm. Doar FAG, nu altceva. Se potrivește sigur și pe dreapta, nu e diferit?
      -151m ana: Că pe site-ul lor scrie stânga/dreapta și nu vreau să-l returnez.
      -43m radu: E același pe ambele părți. Îl comand acum și vă scriu când iese din depozitul lor.
    `,
  },
};
