import type { DemoOffer } from "./demo-offer.ts";
import { offer10001 } from "./offer-10001.ts";
import { offer10002 } from "./offer-10002.ts";
import { offer10003 } from "./offer-10003.ts";
import { offer10004 } from "./offer-10004.ts";
import { offer10005 } from "./offer-10005.ts";
import { offer10006 } from "./offer-10006.ts";
import { offer10007 } from "./offer-10007.ts";
import { offer10008 } from "./offer-10008.ts";
import { offer10009 } from "./offer-10009.ts";
import { offer10010 } from "./offer-10010.ts";
import { offer10011 } from "./offer-10011.ts";
import { offer10012 } from "./offer-10012.ts";

export const demoOffers: readonly DemoOffer[] = [
  offer10001,
  offer10002,
  offer10003,
  offer10004,
  offer10005,
  offer10006,
  offer10007,
  offer10008,
  offer10009,
  offer10010,
  offer10011,
  offer10012,
];
