import type { Static, TSchema } from "typebox";
import type { EndpointName, endpoints } from "../endpoints.ts";
import type { ErrorCode } from "../errors.ts";
import type { Permission } from "../permission.ts";

/** The slices that calls belong to, in the order in which the document shows them, each with what it is about. */
export const tags = {
  "sign-in": "Signing in and out, and what a client needs to know before.",
  account: "One's own language, password and signed-in devices.",
  "two-factor": "What staff sign in by beside their password, where the installation asks for it.",
  rooms: "Conversations: listing, reading, joining and leaving, one for each offer.",
  "own-rooms": "How a person arranges their own rooms. Nobody else learns of it.",
  messages: "Writing, editing and deleting messages.",
  actions: "Taking conversations over, handing them on, and likes.",
  files: "Photos and documents: sent whole or in parts, read, played, listed.",
  search: "Finding rooms and messages by words, part codes and people.",
  sync: "Catching up after a lost connection, and read markers.",
  people: "Names, and silencing somebody for oneself.",
  offers: "Offers as their readers see them, as the ERP writes them, and as customers decide them.",
  admin: "Accounts, programs' tokens and the installation, for who manages them.",
  audit: "What happened to accounts and access, for who may see that.",
  live: "Signing subscriptions to the channels over which live events come.",
} as const;
export type Tag = keyof typeof tags;

/** The one reason of many calls for 403. */
export const unpermitted = { forbidden: "The caller's roles do not grant the permission." } as const;

type Table = typeof endpoints;
type Input<Name extends EndpointName, Part extends string> = Table[Name] extends { readonly [K in Part]: infer Schema }
  ? Schema extends TSchema
    ? { readonly [K in Part]?: Static<Schema> }
    : unknown
  : unknown;

/** An answer in words, with an example of its body where it has one. */
interface AnswerDoc<Body> {
  readonly says: string;
  readonly example: Body;
}

type Answers<Name extends EndpointName> = Table[Name]["answers"] extends "file"
  ? { readonly [Status in 200 | 206 | 304]: Omit<AnswerDoc<never>, "example"> }
  : {
      readonly [Status in keyof Table[Name]["answers"]]: Table[Name]["answers"][Status] extends TSchema
        ? AnswerDoc<Static<Table[Name]["answers"][Status]>>
        : never;
    };

/** Where errors of the call carry details, an example of them, by code. */
type Details<Name extends EndpointName> = Table[Name] extends { readonly details: infer Schemas }
  ? {
      readonly details: {
        readonly [Code in keyof Schemas]: Schemas[Code] extends TSchema ? Static<Schemas[Code]> : never;
      };
    }
  : unknown;

interface CallWords<Name extends EndpointName> {
  readonly tag: Tag;
  /** A few words, as a heading. */
  readonly summary: string;
  readonly description: string;
  /** All of which the caller's roles have to grant. */
  readonly permissions: readonly Permission[];
  /** Errors of its own, beside those that its shape alone tells, each with when it comes. */
  readonly errors?: Readonly<Partial<Record<ErrorCode, string>>>;
  /** One that works; a field that is not there is not sent. */
  readonly request: object & Input<Name, "params"> & Input<Name, "query"> & Input<Name, "body">;
  readonly answers: Answers<Name>;
}

/** What the document says of a call beside its schemas. */
type CallDoc<Name extends EndpointName> = CallWords<Name> & Details<Name>;

export type CallDocs = { readonly [Name in EndpointName]: CallDoc<Name> };
