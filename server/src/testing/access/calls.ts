import { createECDH } from "node:crypto";
import { offerToStore } from "../offers-to-store.ts";
import { adminRows } from "./admin-calls.ts";
import type { CallRow } from "./call-row.ts";
import { twoFactorRows } from "./two-factor-calls.ts";
import type { ActorName, AccessStage } from "./stage.ts";

/** Whom the statuses are of, in their order; `expired` and `disabled` are answered as `nobody` is. */
export const columns = [
  ...(["nobody", "owner", "customer", "operator", "operatorInside", "agent", "agentInside"] as const),
  ...(["admin", "noRoles", "lostRole", "program"] as const),
] satisfies readonly ActorName[];

const push = {
  endpoint: "http://127.0.0.1:9/a",
  keys: { p256dh: createECDH("prime256v1").generateKeys("base64url"), auth: "A".repeat(22) },
};
const socket = { socket_id: "123.456" };
const tus = { "tus-resumable": "1.0.0" };
const partHeaders = { "upload-offset": "0", "content-type": "application/offset+octet-stream" };
const noUpload = "0189d6a2-0000-7000-8000-00000000f11e";

/** Every call of the contract. Deleting, joining and leaving stand last, since they change what the others find. */
export function callRows({ actors: { owner, agentInside }, roomId, messageId }: AccessStage): readonly CallRow[] {
  const download = `/api/v1/chat/${roomId}/download/${messageId}/0`;
  return [
    { name: "settings", url: "/api/v1/settings", statuses: "200 200 200 200 200 200 200 200 200 200 200" },
    { name: "login", url: "/api/v1/login", body: {}, statuses: "422 422 422 422 422 422 422 422 422 422 422" },
    { name: "erpLogin", url: "/api/v1/erp/login", body: {}, statuses: "422 422 422 422 422 422 422 422 422 422 422" },
    {
      name: "embedLogin",
      url: "/api/v1/embed/login",
      body: {},
      statuses: "422 422 422 422 422 422 422 422 422 422 422",
    },
    {
      name: "viewInvitation",
      url: "/api/v1/invitation/view",
      body: { invitation: "x" },
      statuses: "422 422 422 422 422 422 422 422 422 422 422",
    },
    {
      name: "acceptInvitation",
      url: "/api/v1/invitation",
      body: { invitation: "x", password: "o parolă nouă" },
      statuses: "422 422 422 422 422 422 422 422 422 422 422",
    },
    ...adminRows,
    { name: "listAudit", url: "/api/v1/audit/1", statuses: "401 403 403 403 403 403 403 200 403 403 403" },
    { name: "me", url: "/api/v1/me", statuses: "401 200 200 200 200 200 200 200 200 200 200" },
    {
      name: "changeLanguage",
      url: "/api/v1/me",
      body: { locale: "ro" },
      statuses: "401 200 200 200 200 200 200 200 200 200 200",
    },
    {
      name: "changePassword",
      url: "/api/v1/me/password",
      body: { current: "alta", password: "o parolă nouă" },
      statuses: "401 422 422 422 422 422 422 422 422 422 422",
    },
    {
      name: "chooseNotifications",
      url: "/api/v1/me/notifications",
      body: { privacy: "who", quiet: null },
      statuses: "401 200 200 200 200 200 200 200 200 200 200",
    },
    // The first one has it, and with its keys everybody else after them.
    {
      name: "subscribePush",
      url: "/api/v1/subscribePush",
      body: push,
      statuses: "401 200 200 200 200 200 200 200 200 200 200",
    },
    {
      name: "unsubscribePush",
      url: "/api/v1/unsubscribePush",
      body: push,
      statuses: "401 200 200 200 200 200 200 200 200 200 200",
    },
    ...twoFactorRows,
    { name: "listDevices", url: "/api/v1/me/devices", statuses: "401 200 200 200 200 200 200 200 200 200 200" },
    {
      name: "signOutDevice",
      url: "/api/v1/me/devices/987654",
      statuses: "401 404 404 404 404 404 404 404 404 404 404",
    },
    {
      name: "silencePerson",
      url: `/api/v1/silence/${agentInside.id}/agent`,
      body: { silenced: true },
      statuses: "401 200 404 200 200 404 422 200 403 403 200",
    },
    ...(["pin", "mute"] as const).map((what) => ({
      name: `${what}Room` as const,
      url: `/api/v1/${what}/${roomId}`,
      body: { pinned: true, muted: true },
      statuses: "401 200 404 403 200 404 200 403 404 404 403",
    })),
    {
      name: "markUnread",
      url: `/api/v1/mark-unread/${roomId}`,
      body: { from: null },
      statuses: "401 200 404 403 200 404 200 403 404 404 403",
    },
    {
      name: "listMembers",
      url: `/api/v1/chat/${roomId}/members/1`,
      statuses: "401 200 404 200 200 404 200 200 404 404 200",
    },
    {
      name: "addMember",
      url: `/api/v1/chat/${roomId}/members`,
      body: { user_id: agentInside.id, type: "agent" },
      statuses: "401 403 404 403 200 404 200 403 404 404 403",
    },
    {
      name: "removeMember",
      url: `/api/v1/chat/${roomId}/members/${owner.id}`,
      statuses: "401 403 404 403 403 404 403 403 404 404 403",
    },
    { name: "listStaff", url: "/api/v1/staff", statuses: "401 403 403 200 200 200 200 200 403 403 200" },
    { name: "listRooms", url: "/api/v1/all/1", statuses: "401 200 200 200 200 200 200 200 403 403 200" },
    { name: "listChannels", url: "/api/v1/channels", statuses: "401 200 200 200 200 200 200 200 200 200 200" },
    { name: "viewRoom", url: `/api/v1/chat/${roomId}`, statuses: "401 200 404 200 200 404 200 200 404 404 200" },
    { name: "viewRoom", url: "/api/v1/chat/oferta.10001", statuses: "401 200 404 200 200 404 200 200 404 404 200" },
    { name: "listMessages", url: `/api/v1/chat/${roomId}/1`, statuses: "401 200 404 200 200 404 200 200 404 404 200" },
    {
      name: "publishMessage",
      url: `/api/v1/publish/${roomId}`,
      body: { message: "salut" },
      statuses: "401 201 404 403 201 404 201 403 404 404 403",
    },
    {
      name: "editMessage",
      url: `/api/v1/chat/${roomId}/message/${messageId}`,
      body: { message: "salut!" },
      statuses: "401 200 404 403 403 404 403 403 404 404 403",
    },
    {
      name: "listEdits",
      url: `/api/v1/chat/${roomId}/message/${messageId}/edits/1`,
      statuses: "401 403 404 403 403 404 403 200 404 404 403",
    },
    {
      name: "actOnMessage",
      url: `/api/v1/chat/${roomId}/action/${messageId}/2/customer`,
      statuses: "401 200 404 403 200 404 200 403 404 404 403",
    },
    {
      name: "actOnMessage",
      url: `/api/v1/chat/${roomId}/action/${messageId}/1/customer`,
      statuses: "401 403 404 403 200 404 409 403 404 404 403",
    },
    {
      name: "handOver",
      url: `/api/v1/chat/${roomId}/hand-over`,
      body: { to: owner.id },
      statuses: "401 403 404 403 422 404 409 403 404 404 403",
    },
    {
      name: "listActions",
      url: `/api/v1/chat/${roomId}/message/${messageId}/actions/1`,
      statuses: "401 200 404 200 200 404 200 200 404 404 200",
    },
    {
      name: "uploadFile",
      url: `/api/v1/publish/${roomId}/upload`,
      body: { upload: noUpload, client_id: noUpload },
      statuses: "401 422 404 403 422 404 422 403 404 404 403",
    },
    {
      name: "createUpload",
      url: "/api/v1/uploads",
      headers: { ...tus, "upload-length": "10" },
      statuses: "401 201 201 201 201 201 201 201 403 403 201",
    },
    ...(["viewUpload", "appendUpload", "removeUpload"] as const).map((name) => ({
      name,
      url: `/api/v1/uploads/${noUpload}`,
      ...(name === "appendUpload" ? { body: "x" } : {}),
      headers: { ...tus, ...(name === "appendUpload" ? partHeaders : {}) },
      statuses: "401 404 404 404 404 404 404 404 403 403 404",
    })),
    {
      name: "markRead",
      url: `/api/v1/read/${roomId}`,
      body: {},
      statuses: "401 200 404 403 200 404 200 403 404 404 403",
    },
    { name: "downloadFile", url: download, statuses: "401 200 404 200 200 404 200 200 404 404 200" },
    { name: "downloadFile", url: `${download}?preview=1`, statuses: "401 200 404 200 200 404 200 200 404 404 200" },
    { name: "playFile", url: download, statuses: "401 200 404 200 200 404 200 200 404 404 200" },
    {
      name: "listFiles",
      url: `/api/v1/chat/${roomId}/files/1`,
      statuses: "401 200 404 200 200 404 200 200 404 404 200",
    },
    {
      name: "sync",
      url: "/api/v1/sync",
      body: { cursors: {} },
      statuses: "401 200 200 200 200 200 200 200 403 403 200",
    },
    {
      name: "lookupUsers",
      url: "/api/v1/users",
      body: { customers: [1] },
      statuses: "401 200 200 200 200 200 200 200 200 200 200",
    },
    {
      name: "searchChats",
      url: "/api/v1/search",
      body: { search: "frână" },
      statuses: "401 200 200 200 200 200 200 200 403 403 200",
    },
    {
      name: "searchChats",
      url: "/api/v1/search",
      body: { search: "frână", room_id: roomId },
      statuses: "401 200 404 404 200 404 200 404 403 403 404",
    },
    { name: "listOffers", url: "/api/v1/offers", statuses: "401 200 200 200 200 200 200 200 403 403 200" },
    { name: "viewOffer", url: "/api/v1/oferta/10001", statuses: "401 200 404 200 200 200 200 200 404 404 200" },
    {
      name: "decideLine",
      url: "/api/v1/oferta/10001/line/987654/accept",
      body: { version: 1 },
      statuses: "401 404 404 403 403 403 403 403 404 404 403",
    },
    {
      name: "decideLine",
      url: "/api/v1/oferta/10001/line/987654/accept",
      body: { version: 1, on_behalf: true },
      statuses: "401 403 404 404 404 403 403 404 404 404 404",
    },
    {
      name: "acceptOffer",
      url: "/api/v1/oferta/10001/accept",
      body: { version: 987_654 },
      statuses: "401 409 404 403 403 403 403 403 404 404 403",
    },
    {
      name: "storeOffer",
      url: "/api/v1/erp/offers/10001",
      body: offerToStore(owner, 1, { status: "draft" }),
      statuses: "401 403 403 403 403 403 403 409 403 403 403",
    },
    {
      name: "authorizeChannel",
      url: "/api/broadcasting/auth",
      body: { ...socket, channel_name: "presence-oferta.10001" },
      statuses: "401 200 403 403 200 403 200 403 403 403 403",
    },
    {
      name: "authorizeChannel",
      url: "/api/broadcasting/auth",
      body: { ...socket, channel_name: `private-user.${owner.id}` },
      statuses: "401 200 403 403 403 403 403 403 403 403 403",
    },
    {
      name: "authorizeChannels",
      url: "/api/broadcasting/auth/batch",
      body: { ...socket, channel_names: ["presence-oferta.10001"] },
      statuses: "401 200 200 200 200 200 200 200 200 200 200",
    },
    {
      name: "deleteMessage",
      url: `/api/v1/chat/${roomId}/message/${messageId}`,
      statuses: "401 200 404 403 403 404 403 403 404 404 403",
    },
    {
      name: "joinRoom",
      url: "/api/v1/join",
      body: { type: 1, channel: 10_001 },
      statuses: "401 200 404 200 200 200 200 200 404 404 200",
    },
    {
      name: "joinRoom",
      url: "/api/v1/join",
      body: { type: 1, channel: 99_999 },
      statuses: "401 404 404 404 404 404 404 404 404 404 404",
    },
    { name: "leaveRoom", url: `/api/v1/leave/${roomId}`, statuses: "401 200 404 200 200 200 200 200 404 404 200" },
    { name: "logout", url: "/api/v1/logout", statuses: "401 200 200 200 200 200 200 200 200 200 200" },
  ];
}
