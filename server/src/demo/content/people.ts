import type { ParticipantKind } from "@cuplaj/protocol/participant.ts";

type DemoRole = "Customer" | "Operator" | "Agent" | "Admin";

export interface DemoPerson {
  readonly username: string;
  readonly name: string;
  readonly kind: ParticipantKind;
  readonly role: DemoRole;
}

/** RUN-9: the public password of all demo accounts while the server is not reachable from other machines. */
export const publicPassword = "demo";

/** RUN-9: listed in the order of the sign-in page. */
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

export type DemoUsername = (typeof demoPeople)[number]["username"];

export type CustomerUsername = Extract<(typeof demoPeople)[number], { kind: "customer" }>["username"];

/** RUN-9: returns the customer, both ERP users and the customer's agent. */
export function roomMembers(customer: CustomerUsername): readonly DemoUsername[] {
  return [customer, "radu", "ioana", customer === "ana" ? "mia" : "vlad"];
}
