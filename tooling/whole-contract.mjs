import { commandShapes, eventShapes, messageCharactersMax } from "../embed/src/messages.ts";
import { contract } from "../protocol/src/contract.ts";

/** Everything that other programs see: calls, events, and messages between the frame and its host. */
export const wholeContract = {
  ...contract,
  ...named("message of the frame", eventShapes),
  ...named("command of a host", commandShapes),
  "limit of messages between frame and host": messageCharactersMax,
};

/** @param {string} kind @param {object} parts */
function named(kind, parts) {
  return Object.fromEntries(Object.entries(parts).map(([name, part]) => [`${kind} ${name}`, part]));
}
