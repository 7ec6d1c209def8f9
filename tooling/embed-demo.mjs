/**
 * `npm run embed-demo`: a small parts shop on its own origin, which shows Cuplaj in a frame and signs its customers in (docs/embedding.md). Cuplaj
 * runs with the demo's data, in a separate folder.
 */
import { createHmac, randomBytes, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import path from "node:path";

import { buildWebWhenOlder } from "./build-web.mjs";
import { installWhenMissing, root } from "./prepare.mjs";
import { giveUp, runServerProgram } from "./run-server-program.mjs";

const say = (/** @type {string} */ line) => console.error(line);
const address = `http://127.0.0.1:${process.env["PORT"] ?? "8080"}`;
const shopPort = Number(process.env["SHOP_PORT"] ?? "8090");
const shop = `http://localhost:${shopPort}`;
const secret = randomBytes(32).toString("hex");
/** The shop's customers, and their offers in the demo. @type {Readonly<Record<string, readonly number[]>>} */
const customers = {
  ana: [10_001, 10_002, 10_003],
  mihai: [10_005, 10_006, 10_007],
  elena: [10_009, 10_010, 10_011],
};

/** The token that the shop's server signs for its customer (EMB-2). @param {string} sub */
function hostToken(sub) {
  const part = (/** @type {object} */ value) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const iat = Math.floor(Date.now() / 1000);
  const claims = { aud: address, origin: shop, sub, jti: randomUUID(), iat, exp: iat + 60 };
  const signed = `${part({ alg: "HS256", typ: "JWT" })}.${part(claims)}`;
  return `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`;
}

/** @param {string} person the customer signed in at the shop; empty for nobody */
function shopPage(person) {
  const page = readFileSync(path.join(root, "embed/demo/shop.html"), "utf8");
  const options = ["", ...Object.keys(customers)].map(
    (name) => `<option value="${name}"${name === person ? " selected" : ""}>${name === "" ? "nimeni" : name}</option>`,
  );
  return page
    .replaceAll("{{address}}", address)
    .replace("{{people}}", options.join(""))
    .replace("{{offers}}", JSON.stringify(customers[person] ?? []));
}

/** @param {string | null | undefined} name */
const customerOf = (name) => (typeof name === "string" && Object.hasOwn(customers, name) ? name : "");

/** @param {URL} url @param {string} person @returns {readonly [number, Record<string, string>, string] | undefined} */
function answerOf(url, person) {
  const page = {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": `default-src 'self'; script-src 'unsafe-inline' ${address}; style-src 'unsafe-inline'; frame-src ${address}`,
  };
  const cookie = `shop=${customerOf(url.searchParams.get("person"))}; HttpOnly; SameSite=Strict; Path=/`;
  switch (url.pathname) {
    case "/":
      return [200, page, shopPage(person)];
    case "/sign-in":
      return [303, { location: "/", "set-cookie": cookie }, ""];
    case "/cuplaj-token":
      return person === "" ? [401, {}, ""] : [200, { "content-type": "text/plain" }, hostToken(person)];
    default:
      return undefined;
  }
}

function startShop() {
  const server = createServer(({ url = "/", headers }, response) => {
    const person = customerOf(/(?:^|; )shop=(\w*)/.exec(headers.cookie ?? "")?.[1]);
    const [status, more, body] = answerOf(new URL(url, shop), person) ?? [404, {}, ""];
    response.writeHead(status, more).end(body);
  });
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(shopPort, "127.0.0.1", () => resolve(undefined));
  });
}

try {
  process.chdir(root);
  await installWhenMissing(say);
  buildWebWhenOlder(say);
  await startShop();
  Object.assign(process.env, {
    HOST: "127.0.0.1",
    PORT: new URL(address).port,
    DATA_DIR: process.env["DATA_DIR"] ?? path.join(root, ".cache/embed-demo"),
    DEMO: "1",
    EMBED_ORIGINS: shop,
    EMBED_SECRET: secret,
  });
  console.log(`The parts shop: ${shop}/ (sign in there as one of its customers)`);
  await runServerProgram("server/src/main.ts", []);
} catch (error) {
  giveUp(error);
}
