import { randomBytes } from "node:crypto";
import { findSystemPostgres } from "../database-faults/system-postgres.ts";
import { type S3Process, startS3 } from "../files/s3-process.ts";
import { type Product, type ProductOptions, startProduct } from "../product/product.ts";
import { hasRedis, type RedisProcess, startRedis } from "../two-servers/redis-process.ts";
import { type Balancer, hasNginx, nodePort, publicName, startBalancer } from "./balancer.ts";
import { type DatabasePair, startDatabasePair } from "./database-pair.ts";
import { createNetwork, exposeLoopback, type Host, missingForNetwork, type Network } from "./network.ts";
import { type PushReceivers, startPushReceivers } from "./push-receivers.ts";

/** Everything that three servers need. Each part is on a machine of its own. */
export interface Cluster {
  readonly network: Network;
  readonly machines: Readonly<Record<"balancer" | "redis" | "s3", Host>>;
  readonly nodes: readonly Host[];
  readonly database: DatabasePair;
  readonly redis: RedisProcess;
  readonly s3: S3Process;
  readonly balancer: Balancer;
  readonly pushReceivers: PushReceivers;
  /** The options for starting a node's server. The run knows only the first server's folder. */
  optionsOf(node: number): ProductOptions;
  dispose(): Promise<void>;
}

export const nodesCount = 3;

/** Returns why this machine cannot run a cluster, or null if it can. */
export function missingForCluster(): string | null {
  if (findSystemPostgres() === null) return "no PostgreSQL from 15 on is installed";
  if (!hasRedis()) return "no redis-server is installed (apt-get install redis-server)";
  return hasNginx() ? missingForNetwork() : "no nginx is installed (apt-get install nginx-light)";
}

export async function startCluster(tree: string): Promise<Cluster> {
  const network = createNetwork();
  const undo: (() => Promise<void> | void)[] = [() => network.dispose()];
  const dispose = async (): Promise<void> => {
    for (const step of undo.splice(0).toReversed()) await step();
  };
  try {
    const machines = { balancer: network.add("balancer"), redis: network.add("redis"), s3: network.add("s3") };
    const nodes = Array.from({ length: nodesCount }, (_, index) => network.add(`node${index + 1}`));
    for (const node of nodes) exposeLoopback(node, nodePort);
    const database = await startDatabasePair(findSystemPostgres() ?? "", network);
    undo.push(() => database.dispose());
    const redis = await startRedis(machines.redis);
    undo.push(() => redis.kill());
    const s3 = await startS3(machines.s3);
    undo.push(() => s3.dispose());
    const pushReceivers = await startPushReceivers(nodes);
    undo.push(() => pushReceivers.stop());
    const balancer = await startBalancer(machines.balancer, nodes);
    undo.push(() => balancer.stop());
    const settings = { ...settingsOf(), ...s3.settings, DATABASE_URL: database.url, REDIS_URL: redis.url };
    const optionsOf = (node: number): ProductOptions => ({
      ...(node === 0 ? { dataDir: database.dataDir } : {}),
      settings,
      tree,
      isJudgedByLeftovers: false,
      // Each server is called through its own entrance, since the balancer may choose a node that has not started yet.
      ...(balancer.entrances[node] === undefined ? {} : { address: balancer.entrances[node] }),
      ...(nodes[node] === undefined ? {} : { machine: nodes[node] }),
    });
    return { network, machines, nodes, database, redis, s3, balancer, pushReceivers, optionsOf, dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

export async function startOthers(cluster: Cluster, products: Product[]): Promise<void> {
  for (let node = 1; node < nodesCount; node += 1) products.push(await startProduct(cluster.optionsOf(node)));
}

/** Settings such as an operator would choose, but with limits that let a few people cause the load of many. */
const settingsOf = (): Readonly<Record<string, string>> => ({
  PUBLIC_URL: `https://${publicName}`,
  TRUST_PROXY: "1",
  PORT: String(nodePort),
  PUSHER_APP_ID: "4242",
  PUSHER_APP_KEY: "nodes-key",
  PUSHER_APP_SECRET: randomBytes(20).toString("hex"),
  PUSH_ENDPOINTS: "loopback",
  PUSH_DELAY_SECONDS: "1",
  LIMITS: "on",
  LIMIT_UPLOADS_PER_MINUTE: "10000",
  LIMIT_UPLOADS_BURST: "10000",
  ...Object.fromEntries(
    ["ACTIONS", "PUBLISH", "READS", "SYNC", "UPLOAD_PARTS"].flatMap((name) => [
      [`LIMIT_${name}_PER_SECOND`, "1000"],
      [`LIMIT_${name}_BURST`, "1000"],
    ]),
  ),
});
