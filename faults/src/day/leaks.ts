import type { Replacement } from "../mutants/mutant.ts";

interface Leak {
  /** A part of the name of the finding that must reveal the leak. */
  readonly foundAs: string;
  readonly replacement: Replacement;
}

const counting = "metrics.countRequest(counted, reply.elapsedTime / 1000);";

/** Leaks to plant in a server. All are planted at once, since each has a finding of its own. */
export const leaks: readonly Leak[] = [
  {
    foundAs: "heap and buffers",
    replacement: {
      file: "server/src/operations/routes.ts",
      find: counting,
      replace: `${counting}
    ((globalThis as any).answered ??= []).push(new Array(2000).fill(request.id));`,
    },
  },
  {
    foundAs: "descriptors",
    replacement: {
      file: "server/src/files/downloads/routes.ts",
      find: "const { file, visited } = found.value;",
      replace: `const { file, visited } = found.value;
    process.getBuiltinModule("node:fs").openSync("/dev/null", "r");`,
    },
  },
  {
    foundAs: "rows of used_host_tokens",
    replacement: {
      file: "server/src/embed/forget-host-tokens.ts",
      find: "store.removeEnded(clock.now() - spareMs)",
      replace: "Promise.resolve(store === null || spareMs > clock.now())",
    },
  },
  {
    foundAs: "channels",
    replacement: {
      file: "server/src/realtime/channel-registry.ts",
      find: "if (channel.subscribers.size === 0) connection.app.channels.delete(channel.name);",
      replace: "",
    },
  },
  {
    foundAs: "log lines",
    replacement: {
      file: "server/src/kernel/rounds.ts",
      find: "this.#isWoken = false;\n      const",
      replace: `this.#isWoken = false;
      this.#parts.log.warn({}, "a round began");
      const`,
    },
  },
];
