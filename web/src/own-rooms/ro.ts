import type { ro as lateRo } from "./late-ro.ts";

export const ro = {
  ownRooms: {
    rowMenu: "Meniul discuției {subject}",
    pinned: "fixată sus",
    muted: "fără sunet și notificări",
    offline: "Nu s-a schimbat nimic: nu ajungem la server. Încearcă din nou când revine conexiunea.",
    failed: "Nu s-a schimbat nimic: serverul a refuzat. Încearcă din nou.",
    pinsFull: "Ai ajuns la limita de discuții fixate. Scoate una, ca să faci loc.",
  },
} as const;

type OwnRoomsWords = typeof ro & typeof lateRo;
declare module "../state/shape.ts" {
  interface Words extends OwnRoomsWords {}
}
