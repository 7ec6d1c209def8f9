import type { Message, MessageAction } from "../message.ts";
import type { MessageFile } from "../file.ts";
import type { Offer } from "../offer.ts";
import type { Member, OnlineUser, User } from "../participant.ts";
import type { Room, RoomHead } from "../room.ts";

/** One small world, of which all examples tell: Ana asks Radu about offer 10001, Mia from the call centre is there too. */
export const roomRef = "12";
export const epoch = "0189d6a2-0000-7000-8000-0000000e90c4";
export const clientId = "0189d6a2-4f5e-7c1a-9b3d-2f6a8c0e1d57";
export const uploadId = "5b0d7a4e-91c3-4f28-8a6f-3e2d1c0b9a87";

export const ana: Member = { id: 7, name: "Ana Popescu", type: "customer" };
export const radu: Member = { id: 3, name: "Radu Marin", type: "erp" };
export const mia: Member = { id: 5, name: "Mia Stan", type: "agent" };

export const raduOnline: OnlineUser = { id: 3, name: "Radu Marin", customer: false, erp: true, agent: false };

export const user: User = {
  id: 7,
  name: "Ana Popescu",
  username: "ana",
  type: "customer",
  roles: [
    {
      name: "Customer",
      permissions: ["rooms.view", "rooms.join", "messages.publish", "messages.attach", "messages.like", "offers.view"],
    },
  ],
  users_silenced: [],
  rooms: { pinned: [12], muted: [], unread: [] },
  notifications: { privacy: "what", quiet: null },
  locale: "ro",
  version: 4,
};

export const message: Message = {
  id: 345,
  room_id: 12,
  seq: 57,
  client_id: clientId,
  timestamp: "2026-11-23T09:41:07.512Z",
  customer: { id: 7, name: "Ana Popescu" },
  message: "Bună ziua, discurile 1K0 615 301 AA sunt pe stoc?",
  unread: false,
  messages_file: null,
  messages_actions: [],
  likes_total: 0,
  updated_seq: 57,
};

export const file: MessageFile = {
  name: "disc-frana.jpg",
  size: 284_113,
  mime: "image/jpeg",
  width: 2560,
  height: 1920,
  placeholder: "3OcRJYB4d3h/iIeHeEh3eIhw+j2w",
  url: "/api/v1/chat/12/download/346/0",
  preview_url: "/api/v1/chat/12/download/346/0?preview=1",
};

export const fileMessage: Message = { ...message, id: 346, seq: 58, updated_seq: 58, message: "", messages_file: file };

export const takeOver: MessageAction = {
  id: 81,
  action_id: 1,
  deleted: false,
  message_id: 345,
  message_seq: 57,
  room_id: 12,
  customer_id: null,
  user_id: 3,
  agent_id: null,
  name: "Radu Marin",
  message_type: "customers-message",
  seq: 59,
  created_at: "2026-11-23T09:42:30.004Z",
};

export const like: MessageAction = { ...takeOver, id: 82, action_id: 2, seq: 60 };

export const head: RoomHead = {
  id: 12,
  name: "oferta.10001",
  channel: "presence-oferta.10001",
  last_seq: 57,
  epoch,
};

export const room: Room = {
  id: 12,
  name: "oferta.10001",
  channel: "presence-oferta.10001",
  namespace: "",
  private: 0,
  presence: 1,
  type: 1,
  title: "Oferta 10001",
  offer_id: 10_001,
  vehicle: "Octavia 2.0 TDI, 2014 · Škoda",
  offer_status: "sent",
  offer_version: 3,
  messages: [message],
  total: 41,
  page: 0,
  unread_count: 0,
  last_seq: 57,
  read_seq: 57,
  others_read_seq: 55,
  members_read_seq: { "3": 55, "7": 57 },
  epoch,
  online: [raduOnline],
  typing: [],
  is_member: true,
  customer: { ...ana, is_member: true, can_sign_in: true },
  members: [ana, radu],
  members_total: 2,
  taken_over_by: null,
  take_over: null,
  handed_over: null,
  waiting_since: "2026-11-23T09:41:07.512Z",
  last_decision: null,
  brought_in: null,
  updated_at: "2026-11-23T09:41:07.512Z",
};

export const offer: Offer = {
  id_cerere: 10_001,
  status: "sent",
  version: 3,
  customer: { id: 7, name: "Ana Popescu" },
  vehicle: {
    make: "Škoda",
    model: "Octavia",
    year: 2014,
    engine: "2.0 TDI",
    vin: "TMBZZZ1Z8E1234567",
    plate: "B 123 ANA",
  },
  currency: "RON",
  lines: [
    {
      id: 1,
      code: "1K0 615 301 AA",
      brand: "TRW",
      name: "Disc frână față",
      qty: 2,
      unit_price: "214.50",
      vat_rate: 21,
      total: "429.00",
      stock: 4,
      delivery_days: 1,
      status: "offered",
    },
  ],
  totals: { net: "429.00", vat: "90.09", gross: "519.09" },
  valid_until: "2026-12-31T22:00:00.000Z",
  updated_at: "2026-11-23T08:12:44.120Z",
};
