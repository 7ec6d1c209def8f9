import { isText, showsSomething } from "@cuplaj/protocol/message-text.ts";
import type { Vehicle } from "@cuplaj/protocol/offer.ts";
import type { RequestToSend } from "@cuplaj/protocol/request.ts";
import { readFileText } from "../files/uploads/rules.ts";
import { done, invalidField, type Outcome, type Refused } from "../kernel/outcome.ts";
import { readMessageText } from "../messages/rules.ts";
import { requestMessage } from "./rules.ts";

/** REQ-1: refuses what the schema cannot: a request for nothing, about no car or two, or with items that show nothing. */
export function requestProblem(asked: RequestToSend): Refused | null {
  const { text, items, upload_ids: uploads } = asked;
  const problem = vehicleProblem(asked) ?? itemProblem(asked);
  if (problem !== null || showsSomething(text) || items.length + uploads.length > 0) return problem;
  return invalidField("text", "empty");
}

function vehicleProblem({ car_id: carId, vehicle }: RequestToSend): Refused | null {
  if ((carId === undefined) === (vehicle === undefined))
    return invalidField("vehicle", vehicle === undefined ? "required" : "too_many");
  const broken = Object.entries(vehicle ?? {}).find(([, value]) => typeof value === "string" && !isText(value));
  return broken === undefined ? null : invalidField(`vehicle.${broken[0]}`, "not_text");
}

function itemProblem({ items }: RequestToSend): Refused | null {
  const index = items.findIndex(({ text }) => !isText(text) || !showsSomething(text));
  const text = items[index]?.text;
  return text === undefined ? null : invalidField(`items.${index}.text`, isText(text) ? "empty" : "not_text");
}

/** Returns the text as stored, and the message that carries the request. */
export function readRequest(
  { text: typed, items }: Pick<RequestToSend, "text" | "items">,
  vehicle: Vehicle,
): Outcome<{ readonly text: string; readonly message: string }> {
  const text = readFileText(typed);
  if (!text.ok) return invalidField("text", text.problem);
  const message = readMessageText(requestMessage({ vehicle, items, text: text.text }));
  return message.ok ? done({ text: text.text, message: message.text }) : invalidField("text", message.problem);
}
