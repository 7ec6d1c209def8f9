import { systemClock } from "../../kernel/clock.ts";
import { createAccountStore } from "../../participants/account-store.pg.ts";
import { hashToken, makeToken } from "../../sign-in/token.ts";
import { type People, password, type Person } from "../people.ts";
import { beginUpload, type CallWorld, type Given } from "./call-world.ts";

/** A further call, and what it is answered. */
interface Also extends Given {
  readonly status: number;
  readonly code?: string;
  readonly as?: keyof People | null;
  /** What comes before it. */
  readonly before?: () => Promise<unknown>;
}

/** How a call of the document is driven: by whom, and with what of the real world in place of the example's ids. */
export interface CallCase {
  /** Ana without it. */
  readonly as?: keyof People;
  /** What makes it good; made anew each time. */
  readonly given?: (world: CallWorld, person: Person) => Given | Promise<Given>;
  /** The same with something that the caller may not know of, where it does not stand in the path. */
  readonly foreign?: (world: CallWorld) => Given;
  /** Its callers may know of everything: only what is absent is 404. */
  readonly isOfAll?: true;
  /** Its other answers, in this order. */
  readonly also?: (world: CallWorld, person: Person) => readonly Also[] | Promise<readonly Also[]>;
}

export const inRoom = ({ room }: CallWorld): Given => ({ params: { roomId: room } });
export const ofMessage = ({ room, message }: CallWorld): Given => ({ params: { roomId: room, messageId: message } });
export const freshMessage = async ({ room, say }: CallWorld): Promise<Given> => ({
  params: { roomId: room, messageId: await say() },
});
export const ofFile = ({ room, fileMessage }: CallWorld): Given => ({
  params: { roomId: room, messageId: fileMessage },
});
/** What visitors may not do: the administrator sees the room without being in it. */
export const asVisitor = (given: Given): Also => ({ ...given, as: "admin", status: 403, code: "forbidden" });

export async function newToken({ api }: CallWorld, person: Person): Promise<Person> {
  const path = person.kind === "erp" ? "/api/v1/erp/login" : "/api/v1/login";
  const { body } = await api.call(null, "POST", path, { username: person.username, password });
  return { ...person, token: body.token };
}

export async function newUpload({ api }: CallWorld, person: Person): Promise<string> {
  const { headers } = await api.call(person, "POST", "/api/v1/uploads", undefined, beginUpload);
  return String(headers["location"]).split("/").at(-1) ?? "";
}

/** The token of an invitation of somebody. */
export async function newInvitation({ api }: CallWorld, username: string): Promise<string> {
  const token = makeToken();
  const invitation = { hash: hashToken(token), expiresAt: systemClock.now() + 60_000 };
  await createAccountStore(api.pool).invite(username, invitation);
  return token;
}
