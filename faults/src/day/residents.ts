import { createHmac, randomBytes, randomInt, randomUUID } from "node:crypto";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { wallMs } from "../clock.ts";
import type { Product } from "../product/product.ts";
import type { Room } from "../product/world.ts";
import { runOperator } from "../revocation/operator.ts";
import { type Authenticator, createAuthenticator } from "./authenticator.ts";
import { callOnce } from "./calls.ts";

export type Kind = "customer" | "agent" | "erp";

/** Somebody with an account, who comes back every day. */
export interface Resident {
  readonly id: number;
  readonly name: string;
  readonly username: string;
  readonly kind: Kind;
  readonly role: string;
  readonly authenticator: Authenticator;
  password: string;
  readonly rooms: Room[];
}

interface Account {
  readonly username: string;
  readonly kind: Kind;
  readonly role: string;
}

/** The embedding host, which signs customers in (EMB-2). */
export const host = { origin: "https://parts.example.ro", secret: randomBytes(24).toString("hex") };
const atOnce = 8;

/** Imports accounts as an operator does. Each person then accepts the invitation and signs out. */
export async function settle(product: Product, accounts: readonly Account[]): Promise<Resident[]> {
  const folder = mkdtempSync(join(tmpdir(), "cuplaj-people-"));
  chmodSync(folder, 0o711);
  try {
    const [people, invitations] = [join(folder, "people.csv"), join(folder, "invitations.csv")];
    const rows = accounts.map(({ username, kind, role }) => `${username},${nameOf(username)},${kind},${role}`);
    writeFileSync(people, ["username,name,kind,role", ...rows, ""].join("\n"));
    await runOperator(product, ["user", "import", people, "--invitations", invitations]);
    const links = new Map(
      readFileSync(invitations, "utf8")
        .split("\n")
        .map((line) => [line.split(/[,;]/u)[0]?.replace("\uFEFF", "") ?? "", line.split("#").at(-1)?.trim() ?? ""]),
    );
    const residents: Resident[] = [];
    for (let start = 0; start < accounts.length; start += atOnce) {
      const some = accounts.slice(start, start + atOnce);
      const accepted = some.map((account) => accept(product.address, account, links.get(account.username) ?? ""));
      residents.push(...(await Promise.all(accepted)));
    }
    return residents;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const nameOf = (username: string): string => `${username.charAt(0).toUpperCase()}${username.slice(1)} Marin`;

async function accept(address: string, account: Account, invitation: string): Promise<Resident> {
  const password = randomUUID();
  const signedIn = await acceptInvitation(address, invitation, password);
  const { id, name } = signedIn.user;
  const resident = { ...account, id, name, password, authenticator: createAuthenticator(), rooms: [] };
  await signOut(address, await complete(address, resident, signedIn));
  return resident;
}

export interface SignedIn {
  readonly token: string;
  readonly user: { readonly id: number; readonly name: string; readonly second_factor?: "enrol" | "code" };
}

/** Gives people different addresses, since passwords from one address are checked one at a time (SEC-3). */
const anyAddress = (): string => `127.${1 + randomInt(250)}.${randomInt(256)}.${1 + randomInt(250)}`;

export async function acceptInvitation(address: string, invitation: string, password: string): Promise<SignedIn> {
  const nobody = { address, token: "", from: anyAddress() };
  await callOnce(nobody, "POST", "/api/v1/invitation/view", { invitation });
  return await callOnce(nobody, "POST", "/api/v1/invitation", { invitation, password });
}

/** TFA-1: sets up the second factor if it is due, or enters its code. Returns the token. */
export async function complete(
  address: string,
  { authenticator }: Pick<Resident, "authenticator">,
  { token, user }: SignedIn,
): Promise<string> {
  const caller = { address, token };
  if (user.second_factor === "enrol") {
    const { secret } = await callOnce(caller, "POST", "/api/v1/me/two-factor", {});
    authenticator.setUp(secret);
    await callOnce(caller, "PUT", "/api/v1/me/two-factor", { code: await authenticator.code() });
  } else if (user.second_factor === "code") {
    await callOnce(caller, "POST", "/api/v1/me/two-factor/code", { code: await authenticator.code() });
  }
  return token;
}

/** Signs a resident in and returns the token. Every fourth customer signs in through the host's page. */
export async function signIn(address: string, resident: Resident): Promise<string> {
  const { kind, id, username, password } = resident;
  const nobody = { address, token: "", from: anyAddress() };
  if (kind === "customer" && id % 4 === 0) {
    const body = { token: hostToken(address, username), origin: host.origin };
    return (await callOnce(nobody, "POST", "/api/v1/embed/login", body)).token;
  }
  const path = kind === "erp" ? "/api/v1/erp/login" : "/api/v1/login";
  return await complete(address, resident, await callOnce(nobody, "POST", path, { username, password }));
}

export async function signOut(address: string, token: string): Promise<void> {
  await callOnce({ address, token }, "POST", "/api/v1/logout");
}

function hostToken(aud: string, sub: string): string {
  const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  const iat = Math.floor(wallMs() / 1000);
  const claims = { aud, sub, origin: host.origin, jti: randomUUID(), iat, exp: iat + 60 };
  const signed = `${part({ alg: "HS256", typ: "JWT" })}.${part(claims)}`;
  return `${signed}.${createHmac("sha256", host.secret).update(signed).digest("base64url")}`;
}
