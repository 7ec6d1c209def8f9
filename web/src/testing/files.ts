import type { Message, MessageFile } from "../state/entities.ts";
import { message } from "./people.ts";

export const file = (changes: Partial<MessageFile> = {}): MessageFile => ({
  name: "eticheta.jpg",
  bytes: 1000,
  type: "image/jpeg",
  width: 1600,
  height: 1200,
  placeholder: null,
  path: "/api/v1/chat/1/download/1/0",
  previewPath: "/api/v1/chat/1/download/1/0?preview=1",
  ...changes,
});

export const photo = (seq: number, changes: Partial<Message> = {}): Message =>
  message(1, seq, {
    text: "",
    file: file({ path: `/files/${seq}`, previewPath: `/files/${seq}?preview=1` }),
    ...changes,
  });
