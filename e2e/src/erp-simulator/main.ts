import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { ErpSimulator } from "./erp-simulator.ts";
import type { Content, Customer } from "./offer.ts";
import { changed, newOffer, repriced, restocked } from "./trade.ts";

const help = `npm run erp-simulator -w e2e [-- options]

An ERP to look at: it makes offers, changes prices and stock, receives what customers decide and ask for, and answers. ERP_TOKEN is its token
(\`cuplaj token add\`), ERP_WEBHOOK_SECRET what the server signs with.

  --cuplaj <url>     where Cuplaj is (http://127.0.0.1:8080)
  --port <n>         where it receives the webhook, on loopback (8090)
  --customer <name>  whom its offers are for (ana)
  --first <n>        the number of its first offer (20001), or the next one that is free
  --every <seconds>  how often something changes by itself; 0 for never (20)
  --help             this text

Then, a line each: offer, price, stock (of an offer by chance), down, up, crash (at the next decision), quit.`;

const { values } = parseArgs({
  options: {
    cuplaj: { type: "string", default: "http://127.0.0.1:8080" },
    port: { type: "string", default: "8090" },
    customer: { type: "string", default: "ana" },
    first: { type: "string", default: "20001" },
    every: { type: "string", default: "20" },
    help: { type: "boolean", default: false },
  },
});

const { ERP_TOKEN: token = "", ERP_WEBHOOK_SECRET: secret = "" } = process.env;
if (values.help || token === "" || secret === "") {
  console.log(help);
  process.exit(values.help ? 0 : 1);
}

const erp = new ErpSimulator({
  origin: values.cuplaj,
  token,
  secret,
  port: Number(values.port),
  say: (line) => console.log(line),
  ask({ id, customer, vehicle }) {
    storeNext(customer, { ...newOffer(Math.random, Date.now()), vehicle }, id).catch(report);
  },
});

let next = Number(values.first);
async function storeNext(customer: Customer, content: Content, requestId?: number): Promise<void> {
  while (!(await erp.offer(next, customer, content, requestId))) next += 1;
  next += 1;
}
const makeOffer = () => storeNext({ username: values.customer }, newOffer(Math.random, Date.now()));
const report = (error: unknown): void => console.error(error instanceof Error ? error.message : error);

function changeSomething(change?: typeof repriced): void {
  const ids = [...erp.offers.keys()];
  const id = ids[Math.floor(Math.random() * ids.length)];
  if (id !== undefined) erp.change(id, (content) => changed(content, Math.random, change));
}

const commands: Readonly<Record<string, () => Promise<void> | void>> = {
  offer: makeOffer,
  price: () => changeSomething(repriced),
  stock: () => changeSomething(restocked),
  down: () => erp.goDown(),
  up: () => erp.comeUp(),
  crash: () => erp.crashAtNextDecision(),
  quit: () => input.close(),
};

const input = createInterface({ input: process.stdin });
await erp.comeUp();
await makeOffer();
const everyMs = Number(values.every) * 1000;
const timer = everyMs > 0 ? setInterval(() => erp.isUp && changeSomething(), everyMs) : undefined;
for await (const line of input) {
  const run = commands[line.trim()] ?? (() => console.log(`${Object.keys(commands).join(", ")}?`));
  try {
    await run();
  } catch (error) {
    report(error);
  }
}
clearInterval(timer);
await erp.goDown();
