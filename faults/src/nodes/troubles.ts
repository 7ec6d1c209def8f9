import { every, sleep } from "../clock.ts";
import type { Product } from "../product/product.ts";
import type { Random } from "../random.ts";
import { type Cluster, nodesCount } from "./cluster.ts";
import type { Host } from "./network.ts";

export interface Trouble {
  readonly title: string;
  /** The node that the trouble affects, counted from 0; null if it affects all of them alike. */
  readonly victim: number | null;
  /** Without Redis, each node allows as many calls as all nodes together otherwise would (LIM-2c). */
  readonly isWithoutRedis?: boolean;
  /** Packets are lost without an error, so the time until connections work again depends on TCP's retries. */
  readonly losesPackets?: boolean;
  begin(): Promise<void> | void;
  readonly forMs: number;
  end(): Promise<void> | void;
}

interface Scene {
  readonly cluster: Cluster;
  readonly products: readonly Product[];
  /** The tree to upgrade to. */
  readonly newTree: string;
  readonly random: Random;
}

const [awayMs, cutMs, slowMs, minuteMs] = [2000, 5000, 8000, 60_000];
/** How long it takes until an operator or a monitor gives up on a primary, ms. */
const noticedMs = 3000;
/** How long a slow node is suspended at the start of each period, and the length of a period, ms. */
const [standsStillMs, periodMs] = [150, 200];

/** Lists the troubles in the order in which they happen. The primary is lost last, since nothing replaces it. */
export function troublesOf(scene: Scene): readonly Trouble[] {
  const { cluster, products, random } = scene;
  const { network, machines, redis, database } = cluster;
  const productOf = (node: number): Product => products[node] ?? failing();
  const cutOff = (title: string, from: Host): Trouble => {
    const victim = random.below(nodesCount);
    const node = cluster.nodes[victim] ?? failing();
    const [begin, end] = [() => network.cut(node, from), () => network.heal(node, from)];
    return { title: `${node.name} cut off from ${title}`, victim, losesPackets: true, forMs: cutMs, begin, end };
  };
  const killed = random.below(nodesCount);
  const slow = random.below(nodesCount);
  return [
    upgrade(products, scene.newTree),
    {
      title: `node${killed + 1} killed`,
      victim: killed,
      forMs: awayMs,
      begin: async () => void (await productOf(killed).end("SIGKILL")),
      end: async () => void (await productOf(killed).start()),
    },
    cutOff("the balancer", machines.balancer),
    cutOff("Redis", machines.redis),
    cutOff("the database", database.primary),
    cutOff("S3", machines.s3),
    {
      title: "the primary cut off from its standby",
      victim: null,
      losesPackets: true,
      forMs: cutMs,
      begin: () => network.cut(database.primary, database.standby),
      end: () => network.heal(database.primary, database.standby),
    },
    slowNode(slow, productOf(slow)),
    {
      title: "Redis gone for a minute",
      victim: null,
      isWithoutRedis: true,
      forMs: minuteMs,
      begin: () => redis.kill(),
      end: () => redis.start(),
    },
    {
      title: "the primary's machine lost, the standby in its place",
      victim: null,
      losesPackets: true,
      forMs: 0,
      begin: () => database.failOver(noticedMs),
      end: () => undefined,
    },
  ];
}

const upgrade = (products: readonly Product[], tree: string): Trouble => ({
  title: "each node upgraded in turn",
  victim: null,
  forMs: 0,
  async begin() {
    for (const product of products) {
      await product.end("SIGTERM");
      await product.start({}, tree);
      // Leaves time in which nodes of both versions work together.
      await sleep(awayMs);
    }
  },
  end: () => undefined,
});

function slowNode(victim: number, product: Product): Trouble {
  const signal = (name: NodeJS.Signals): void => void process.kill(product.pid(), name);
  let stop = (): void => undefined;
  return {
    title: `node${victim + 1} slow: it stands still for ${standsStillMs} of ${periodMs} ms`,
    victim,
    forMs: slowMs,
    begin() {
      stop = every(periodMs, () => {
        signal("SIGSTOP");
        void sleep(standsStillMs).then(() => signal("SIGCONT"));
      });
    },
    async end() {
      stop();
      await sleep(periodMs);
    },
  };
}

function failing(): never {
  throw new Error("there is no such node");
}
