import { accountDocs } from "./account-docs.ts";
import { actionDocs } from "./action-docs.ts";
import { adminDocs } from "./admin-docs.ts";
import { auditDocs } from "./audit-docs.ts";
import type { CallDocs } from "./call-doc.ts";
import { fileDocs } from "./file-docs.ts";
import { liveDocs } from "./live-docs.ts";
import { messageDocs } from "./message-docs.ts";
import { offerDocs } from "./offer-docs.ts";
import { ownRoomsDocs } from "./own-rooms-docs.ts";
import { peopleDocs } from "./people-docs.ts";
import { roomDocs } from "./room-docs.ts";
import { searchDocs } from "./search-docs.ts";
import { signInDocs } from "./sign-in-docs.ts";
import { syncDocs } from "./sync-docs.ts";
import { twoFactorDocs } from "./two-factor-docs.ts";

/** What the document says of each call (RUN-8d); a call without its words, examples and permissions does not compile. */
export const callDocs: CallDocs = {
  ...signInDocs,
  ...accountDocs,
  ...twoFactorDocs,
  ...roomDocs,
  ...ownRoomsDocs,
  ...messageDocs,
  ...actionDocs,
  ...fileDocs,
  ...searchDocs,
  ...syncDocs,
  ...peopleDocs,
  ...offerDocs,
  ...adminDocs,
  ...auditDocs,
  ...liveDocs,
};
