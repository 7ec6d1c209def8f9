import type { ParticipantKind } from "@cuplaj/protocol/participant.ts";

/** Role names of PERM-1 that demo accounts hold. */
type DemoRole = "Customer" | "Operator" | "Agent" | "Admin";

/** One demo account (RUN-9). */
export interface DemoPerson {
  readonly username: string;
  readonly name: string;
  readonly kind: ParticipantKind;
  readonly role: DemoRole;
}

/** RUN-9: the password of every demo account where nobody else reaches the server; everybody knows it. */
export const publicPassword = "demo";

/** RUN-9: every demo account, in the order the sign-in page shows them. */
export const demoPeople = [
  {
    username: "ana",
    name: "Ana Mureșan",
    kind: "customer",
    role: "Customer",
  },
  {
    username: "mihai",
    name: "Mihai Dobre",
    kind: "customer",
    role: "Customer",
  },
  {
    username: "elena",
    name: "Elena Ciobanu",
    kind: "customer",
    role: "Customer",
  },
  { username: "radu", name: "Radu Ionescu", kind: "erp", role: "Operator" },
  { username: "ioana", name: "Ioana Stan", kind: "erp", role: "Operator" },
  { username: "admin", name: "Adrian Vlaicu", kind: "erp", role: "Admin" },
  { username: "mia", name: "Mia Petrescu", kind: "agent", role: "Agent" },
  { username: "vlad", name: "Vlad Georgescu", kind: "agent", role: "Agent" },
] as const satisfies readonly DemoPerson[];

/** The username of a demo account. */
export type DemoUsername = (typeof demoPeople)[number]["username"];

/** The username of a demo customer. */
export type CustomerUsername = Extract<(typeof demoPeople)[number], { kind: "customer" }>["username"];

/** RUN-9: who belongs to the rooms of a customer's offers: the customer, both ERP users and the customer's agent. */
export function roomMembers(customer: CustomerUsername): readonly DemoUsername[] {
  return [customer, "radu", "ioana", customer === "ana" ? "mia" : "vlad"];
}
