import { describe, expect, it } from "vitest";
import { checkGlossary } from "./check-glossary.mjs";
import { plantTree } from "./planted-tree.ts";

const page = `One word for one thing.

| word | means exactly | never |
|---|---|---|
| room | the conversation that people see | \`chat\`, channel |
| realm | the way somebody signs in | \`door\`, \`portal\` |
`;
const protocol = `
export const answer = Type.Object({ chats: Type.Array(Room) });
export const kinds = { message: { event: "ChatMessage" } };
`;

const problemsOf = (text: string, file = "server/src/a.ts"): string[] =>
  checkGlossary(plantTree({ "docs/glossary.md": page, "protocol/src/answers.ts": protocol, [file]: text }));

const namesRefused = (text: string): string[] => problemsOf(text).map((problem) => problem.split(" ")[1] ?? "");

describe("glossary", () => {
  it("reports which name contains which word, and what the glossary calls it", () => {
    expect(problemsOf("export const openChats = 1;")).toEqual([
      'server/src/a.ts: openChats says "chats", which the glossary calls room',
    ]);
  });

  it.each([
    ["a variable", "let chat;"],
    ["a part of a pattern", "const { id: chat, ...rest } = row;"],
    ["a function", "function openDoor() {}"],
    ["a parameter", "export const open = (door: string) => 1;"],
    ["a parameter with a default", "function open(portal = 1) {}"],
    ["a parameter of a type", "type Open = (door: string) => void;"],
    ["an interface", "interface ChatParts { a: 1 }"],
    ["a type", "type Door = 1;"],
    ["a property of a type", "interface A { readonly mainDoor: string }"],
    ["a method of a type", "interface A { openDoor(): void }"],
    ["a class", "class ChatList {}"],
    ["a property of a class", "class A { readonly door = 1; }"],
    ["a private property of a class", "class A { #door = 1; }"],
    ["a method of a class", "class A { openDoor() {} }"],
    ["a word after an abbreviation", "const HTTPDoor = 1;"],
  ])("refuses a word in %s", (_what, text) => {
    expect(namesRefused(text)).toHaveLength(1);
  });

  it.each([
    ["what the last column says without `code`", "const channel = 1;"],
    ["a word within another word", "const indoors = 1, chatter = 2;"],
    ["what a library calls its own", 'import { openChat } from "library"; openChat(); server.door();'],
    ["what is taken out of an answer under its own name", "const { chats } = body;"],
    ["a property or type with a name of the wire", "interface A { chats: 1 } type ChatMessage = 1;"],
    ["a name in the form of the wire", "interface A { chat_id: number }"],
    ["texts and comments", 'const room = "chat"; // The door.'],
  ])("accepts %s", (_what, text) => {
    expect(problemsOf(text)).toEqual([]);
  });

  it("refuses a name of the wire for a variable", () => {
    expect(namesRefused("const chats = 1;")).toEqual(["chats"]);
  });

  it("reads components", () => {
    expect(problemsOf("export const Door = () => <b>1</b>;", "web/src/a.tsx")).toHaveLength(1);
  });

  it("reports a page that refuses nothing", () => {
    expect(checkGlossary(plantTree({ "docs/glossary.md": "# Glossary" }))).toEqual([
      "docs/glossary.md refuses no word",
    ]);
  });
});
