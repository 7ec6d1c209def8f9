import type { CallAnswer } from "@cuplaj/protocol/calls.ts";
import type { EndpointName } from "@cuplaj/protocol/endpoints.ts";
import type { ApiSetup } from "../api/api-client.ts";
import { defaultAnswers } from "./scripted-answers.ts";
import { readCall, Refusal, type SeenCall } from "./scripted-call.ts";
import { createWorld, type PageUser, type World } from "./scripted-world.ts";

type Outcome<Name extends EndpointName> = CallAnswer<Name> | Refusal | "offline" | "timeout";
type Scripted<Name extends EndpointName> = Outcome<Name> | ((call: SeenCall) => Outcome<Name>);

/** A server with a small world of its own, whose response to any call a test may script. */
export interface ScriptedServer {
  readonly world: World;
  readonly send: ApiSetup["send"];
  readonly calls: (name: EndpointName) => readonly SeenCall[];
  /** Scripts the next `times` calls of this name, by default all of them; without `scripted`, restores the usual response. */
  readonly answer: <Name extends EndpointName>(name: Name, scripted?: Scripted<Name>, times?: number) => void;
  /** Holds calls of this name until the returned function is called. */
  readonly hold: (name: EndpointName) => () => void;
  /** Makes the server unreachable (false) or reachable again. */
  readonly reach: (isReachable: boolean) => void;
}

export function createScriptedServer(who: PageUser, now: () => string): ScriptedServer {
  const world = createWorld(who, now);
  const usual = defaultAnswers(world, now);
  const seen: SeenCall[] = [];
  const scripts: { readonly name: EndpointName; readonly scripted: unknown; times: number }[] = [];
  const held = new Map<EndpointName, Promise<void>>();
  let isReachable = true;

  function outcomeOf(call: SeenCall): unknown {
    const script = scripts.findLast(({ name, times }) => name === call.name && times > 0);
    if (script) script.times -= 1;
    const scripted = script ? script.scripted : usual[call.name];
    if (scripted === undefined) throw new Error(`No answer to ${call.name} is scripted.`);
    return typeof scripted === "function" ? scripted(call) : scripted;
  }

  return {
    world,
    send: async (request) => {
      const call = readCall(request);
      seen.push(call);
      await held.get(call.name);
      // As over a network, a response never comes synchronously.
      await new Promise((resolve) => setImmediate(resolve));
      if (!isReachable || request.signal?.aborted === true) return { kind: "timeout" };
      const outcome = outcomeOf(call);
      if (outcome === "offline" || outcome === "timeout") return { kind: outcome };
      if (outcome instanceof Refusal) return outcome.outcome;
      // As over a network, responses share no objects with the server.
      return { kind: "answer", status: 200, retryAfter: null, json: structuredClone(outcome) };
    },
    calls: (name) => seen.filter((call) => call.name === name),
    answer: (name, scripted, times = Infinity) => void scripts.push({ name, scripted: scripted ?? usual[name], times }),
    hold: (name) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      held.set(name, promise);
      return () => {
        held.delete(name);
        resolve();
      };
    },
    reach: (is) => {
      isReachable = is;
    },
  };
}
