import type { TSchema } from "typebox";
import * as calls from "@cuplaj/protocol/call-shapes.ts";
import { ErrorBody } from "@cuplaj/protocol/endpoints.ts";
import * as events from "@cuplaj/protocol/events.ts";
import { UploadedMessage } from "@cuplaj/protocol/file-endpoints.ts";
import * as files from "@cuplaj/protocol/file.ts";
import * as messages from "@cuplaj/protocol/message.ts";
import * as offers from "@cuplaj/protocol/offer.ts";
import * as people from "@cuplaj/protocol/participant.ts";
import * as settings from "@cuplaj/protocol/public-settings.ts";
import * as pushes from "@cuplaj/protocol/push.ts";
import * as rooms from "@cuplaj/protocol/room.ts";
import * as search from "@cuplaj/protocol/search.ts";
import * as sync from "@cuplaj/protocol/sync.ts";
import * as webhooks from "@cuplaj/protocol/webhook.ts";

const exported: Readonly<Record<string, unknown>> = {
  ...{ ...settings, ...calls, ...people, ...pushes, ...rooms, ...messages, ...files, ...offers, ...webhooks },
  ...{ ...events, ...search, ...sync, UploadedMessage, Error: ErrorBody },
};

export const namedShapes: Readonly<Record<string, TSchema>> = Object.fromEntries(
  Object.entries(exported).filter((entry): entry is [string, TSchema] => "description" in Object(entry[1])),
);
