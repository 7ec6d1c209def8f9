import { bounds } from "../bounds.ts";
import { startCrowd } from "../bystanders/crowd.ts";
import { sleep } from "../clock.ts";
import { startProduct, type Product } from "../product/product.ts";
import { runOperator } from "../revocation/operator.ts";
import type { FaultRun, RunContext } from "../run.ts";
import type { Finding } from "../tabs/finding.ts";
import { type Measured, reportFindings } from "../tabs/findings-report.ts";
import { quantile } from "../tabs/spread.ts";
import type { Guess, GuessCrowd } from "./crowd-process.ts";
import { type Honest, signIn, signInAgainAndAgain } from "./honest.ts";
import { judgeFlood, judgeSiege } from "./judge.ts";

const password = "a right password of the flood";
const atOnce = 260;
const floodSeconds = 60;
const besiegers = 50;
const siegeSeconds = 100;
const crowdFile = new URL("./crowd-process.ts", import.meta.url);

/** AUTH-3: somebody guesses passwords while people sign in. */
export const signInFlood: FaultRun = {
  name: "sign-in-flood",
  about:
    "AUTH-3: one address posts 260 invented names at once, then 50 addresses guess one name: honest sign-ins get through",
  run: async (context) => reportFindings("sign-in-flood", await measure(context), context),
};

async function measure(context: RunContext): Promise<Measured> {
  const product = await startProduct({ settings: { LIMITS: "on" } });
  try {
    for (const username of ["honest", "besieged"]) {
      const words = ["--username", username, "--name", username, "--kind", "customer", "--password-stdin"];
      await runOperator(product, ["user", "add", ...words], `${password}\n`);
    }
    const findings = [...(await runFlood(product, context)), ...(await runSiege(product, context))];
    return { findings, errorLines: product.errors };
  } finally {
    await product.stop();
  }
}

const honestOf = ({ address }: Product, username: string, from = "127.0.0.1"): Honest => ({
  address,
  from,
  username,
  password,
});

const guess = async (order: GuessCrowd["order"]): Promise<readonly Guess[]> =>
  await (
    await startCrowd<GuessCrowd>(crowdFile)
  )(order);

async function runFlood(product: Product, { say }: RunContext): Promise<readonly Finding[]> {
  const honest = honestOf(product, "honest");
  const often = { everyMs: 500, msMax: 60_000 };
  const quiet = await signInAgainAndAgain(honest, { ...often, seconds: 20 });
  const guessers = Array.from({ length: atOnce }, () => ({ from: "127.0.0.2", name: null }));
  const flooding = guess({ address: product.address, seconds: floodSeconds, guessers, pauseMs: 0 });
  // Waits until the flood is at full strength.
  await sleep(2000);
  const flooded = await signInAgainAndAgain(honest, { ...often, seconds: floodSeconds - 4 });
  const guesses = await flooding;
  const p50 = (times: readonly { readonly ms: number }[]): string =>
    quantile(
      times.map(({ ms }) => ms),
      0.5,
    ).toFixed(0);
  say(`sign-in p50 ${p50(quiet)} ms quiet, ${p50(flooded)} ms while ${guesses.length} guesses came from one address`);
  return judgeFlood({ quiet, flooded, guesses, seconds: floodSeconds });
}

async function runSiege(product: Product, { say }: RunContext): Promise<readonly Finding[]> {
  const owner = honestOf(product, "besieged");
  const before = await signIn(owner, bounds.signIn.knownMsMax);
  const guessers = ["besieged", "nobody-has-this"].flatMap((name, nameIndex) =>
    Array.from({ length: besiegers }, (_, index) => ({ from: `127.0.${1 + nameIndex}.${1 + index}`, name })),
  );
  const guessing = guess({ address: product.address, seconds: siegeSeconds, guessers, pauseMs: 200 });
  await sleep(5000);
  const [known, unknown] = await Promise.all([
    signInAgainAndAgain(owner, { seconds: siegeSeconds - 15, everyMs: 5000, msMax: 30_000 }),
    signIn({ ...owner, from: "127.0.3.1" }, bounds.signIn.unknownMsMax),
  ]);
  const guesses = await guessing;
  say(`${guesses.length} guesses from ${guessers.length} addresses`);
  return judgeSiege({ before, known, unknown, guesses, names: ["besieged", "nobody-has-this"], seconds: siegeSeconds });
}
