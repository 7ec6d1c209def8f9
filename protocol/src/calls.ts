import type { Static, TSchema } from "typebox";
import type { Endpoint } from "./endpoint.ts";
import type { EndpointName, endpoints } from "./endpoints.ts";

/**
 * Method and path of every call without its schemas, for callers that take the types alone: checked against the table in
 * `endpoints.ts`, so that neither can be changed without the other.
 */
export const calls: {
  readonly [Name in EndpointName]: Pick<(typeof endpoints)[Name], "method" | "path">;
} = {
  settings: { method: "GET", path: "/api/v1/settings" },
  login: { method: "POST", path: "/api/v1/login" },
  erpLogin: { method: "POST", path: "/api/v1/erp/login" },
  embedLogin: { method: "POST", path: "/api/v1/embed/login" },
  logout: { method: "POST", path: "/api/v1/logout" },
  me: { method: "GET", path: "/api/v1/me" },
  changeLanguage: { method: "PUT", path: "/api/v1/me" },
  chooseNotifications: { method: "PUT", path: "/api/v1/me/notifications" },
  subscribePush: { method: "POST", path: "/api/v1/subscribePush" },
  unsubscribePush: { method: "POST", path: "/api/v1/unsubscribePush" },
  changePassword: { method: "POST", path: "/api/v1/me/password" },
  acceptInvitation: { method: "POST", path: "/api/v1/invitation" },
  viewInvitation: { method: "POST", path: "/api/v1/invitation/view" },
  listDevices: { method: "GET", path: "/api/v1/me/devices" },
  signOutDevice: { method: "DELETE", path: "/api/v1/me/devices/:deviceId" },
  silencePerson: { method: "POST", path: "/api/v1/silence/:userId/:type" },
  pinRoom: { method: "POST", path: "/api/v1/pin/:roomId" },
  muteRoom: { method: "POST", path: "/api/v1/mute/:roomId" },
  markUnread: { method: "POST", path: "/api/v1/mark-unread/:roomId" },
  viewSecondFactor: { method: "GET", path: "/api/v1/me/two-factor" },
  offerSecondFactor: { method: "POST", path: "/api/v1/me/two-factor" },
  confirmSecondFactor: { method: "PUT", path: "/api/v1/me/two-factor" },
  giveSecondFactor: { method: "POST", path: "/api/v1/me/two-factor/code" },
  proveSelf: { method: "POST", path: "/api/v1/me/proof" },
  renewRecoveryCodes: { method: "POST", path: "/api/v1/me/two-factor/recovery" },
  listRooms: { method: "GET", path: "/api/v1/all/:page" },
  listChannels: { method: "GET", path: "/api/v1/channels" },
  viewRoom: { method: "GET", path: "/api/v1/chat/:channelId" },
  listMessages: { method: "GET", path: "/api/v1/chat/:roomId/:page" },
  joinRoom: { method: "POST", path: "/api/v1/join" },
  leaveRoom: { method: "POST", path: "/api/v1/leave/:roomId" },
  publishMessage: { method: "POST", path: "/api/v1/publish/:roomId" },
  editMessage: { method: "PUT", path: "/api/v1/chat/:roomId/message/:messageId" },
  deleteMessage: { method: "DELETE", path: "/api/v1/chat/:roomId/message/:messageId" },
  listEdits: { method: "GET", path: "/api/v1/chat/:roomId/message/:messageId/edits/:page" },
  actOnMessage: { method: "POST", path: "/api/v1/chat/:roomId/action/:messageId/:actionId/:type" },
  handOver: { method: "POST", path: "/api/v1/chat/:roomId/hand-over" },
  listActions: { method: "GET", path: "/api/v1/chat/:roomId/message/:messageId/actions/:page" },
  searchChats: { method: "POST", path: "/api/v1/search" },
  uploadFile: { method: "POST", path: "/api/v1/publish/:roomId/upload" },
  createUpload: { method: "POST", path: "/api/v1/uploads" },
  viewUpload: { method: "HEAD", path: "/api/v1/uploads/:uploadId" },
  appendUpload: { method: "PATCH", path: "/api/v1/uploads/:uploadId" },
  removeUpload: { method: "DELETE", path: "/api/v1/uploads/:uploadId" },
  downloadFile: { method: "GET", path: "/api/v1/chat/:roomId/download/:messageId/:kind" },
  playFile: { method: "POST", path: "/api/v1/chat/:roomId/download/:messageId/:kind" },
  listFiles: { method: "GET", path: "/api/v1/chat/:roomId/files/:page" },
  markRead: { method: "POST", path: "/api/v1/read/:roomId" },
  sync: { method: "POST", path: "/api/v1/sync" },
  listMembers: { method: "GET", path: "/api/v1/chat/:roomId/members/:page" },
  addMember: { method: "POST", path: "/api/v1/chat/:roomId/members" },
  removeMember: { method: "DELETE", path: "/api/v1/chat/:roomId/members/:userId" },
  listStaff: { method: "GET", path: "/api/v1/staff" },
  lookupUsers: { method: "POST", path: "/api/v1/users" },
  listOffers: { method: "GET", path: "/api/v1/offers" },
  viewOffer: { method: "GET", path: "/api/v1/oferta/:id" },
  storeOffer: { method: "PUT", path: "/api/v1/erp/offers/:id" },
  decideLine: { method: "POST", path: "/api/v1/oferta/:id/line/:lineId/:decision" },
  acceptOffer: { method: "POST", path: "/api/v1/oferta/:id/accept" },
  listAccounts: { method: "GET", path: "/api/v1/admin/accounts/:page" },
  addAccount: { method: "POST", path: "/api/v1/admin/accounts" },
  renameAccount: { method: "PUT", path: "/api/v1/admin/accounts/:accountId/name" },
  changeRole: { method: "PUT", path: "/api/v1/admin/accounts/:accountId/role" },
  disableAccount: { method: "PUT", path: "/api/v1/admin/accounts/:accountId/disabled" },
  giveAccess: { method: "POST", path: "/api/v1/admin/accounts/:accountId/access" },
  signOutAccount: { method: "POST", path: "/api/v1/admin/accounts/:accountId/sign-out" },
  resetSecondFactor: { method: "POST", path: "/api/v1/admin/accounts/:accountId/two-factor" },
  listTokens: { method: "GET", path: "/api/v1/admin/tokens" },
  addToken: { method: "POST", path: "/api/v1/admin/tokens" },
  endToken: { method: "DELETE", path: "/api/v1/admin/tokens/:tokenId" },
  viewInstallation: { method: "GET", path: "/api/v1/admin/installation" },
  listAudit: { method: "GET", path: "/api/v1/audit/:page" },
  authorizeChannel: { method: "POST", path: "/api/broadcasting/auth" },
  authorizeChannels: { method: "POST", path: "/api/broadcasting/auth/batch" },
};

/** What a call takes: a part that its endpoint does not have is absent here too. */
export type CallInput<Name extends EndpointName> = Part<Name, "params"> & Part<Name, "query"> & Part<Name, "body">;

/** What a call answers when it succeeds. */
export type CallAnswer<Name extends EndpointName> = (typeof endpoints)[Name]["answers"] extends
  | { 200: infer Schema extends TSchema }
  | { 201: infer Schema extends TSchema }
  ? Static<Schema>
  : never;

/** What the errors of a call carry beside their words (ERR-1), whatever their code. */
export type CallDetails<E extends Endpoint> = E extends { details: infer Schemas }
  ? { [Code in keyof Schemas]: Schemas[Code] extends TSchema ? Static<Schemas[Code]> : never }[keyof Schemas]
  : undefined;

type Part<Name extends EndpointName, Key extends "params" | "query" | "body"> = (typeof endpoints)[Name] extends {
  [K in Key]: infer Schema extends TSchema;
}
  ? { readonly [K in Key]: Static<Schema> }
  : unknown;
