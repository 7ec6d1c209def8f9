import sharp from "sharp";
import { type HostileFile, zipFile } from "./hostile-file.ts";

const photo = () => sharp({ create: { width: 60, height: 40, channels: 3, background: "#884422" } });
const unknown = { mime: "application/octet-stream", width: null, height: null } as const;
const picture = { width: 60, height: 40 } as const;
const text = (content: string) => () => Buffer.from(content, "latin1");

/** Names that contradict the content, or are dangerous in a path, a header or a line of text. */
const named: readonly HostileFile[] = [
  ["a picture that is called a page", "pagina.html", "image/png"],
  ["a picture with two endings", "poza.svg.png.exe", "image/png"],
  ["a name that reads from right to left", "poza\u202Egpj.exe", "image/png"],
  ["a name with a new line and a header", "a\r\nContent-Type: text@html\r\n\r\n.png", "image/png"],
  ["a name of quotes and a semicolon", "\";filename='x'.png", "image/png"],
  ["a name that is a way up", "..%2f..%2f..%2fetc%2fpasswd", "image/png"],
  ["a name of another system's way up", "..\\..\\boot.ini", "image/png"],
  ["a name that hides", ".htaccess", "image/png"],
  ["a name that looks like an option", "--help", "image/png"],
  ["a name that a loader would read as its options", "poza.png[page=-1,n=9]", "image/png"],
  ["a name of what looks like nothing", "\u200b\u00a0", "image/png"],
].map(([title = "", name = "", mime = ""]) => ({
  title,
  name,
  make: () => photo().png().toBuffer(),
  expected: { mime, ...picture },
}));

const script = "<script>alert(document.domain)</script>";
const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="alert(1)">${script}</svg>`;
const entities = Array.from({ length: 9 }, (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`).join("");

/** Texts that a browser or an XML parser would run, resolve or expand, named like pictures. */
const markup: readonly HostileFile[] = [
  ["SVG with a script", "logo.png", svg],
  ["SVG behind an XML head and a mark of order", "logo.jpg", `\xef\xbb\xbf<?xml version="1.0"?>${svg}`],
  ["SVG behind spaces and a comment", "logo.webp", `\n \t<!-- ${"x".repeat(200)} -->${svg}`],
  ["SVG that reads a file of the server", "a.svg", svg.replace(script, `<image href="file:///etc/passwd"/>`)],
  ["SVG in UTF-16", "a.svg", `\xff\xfe${svg.split("").join("\0")}\0`],
  [
    "XML whose entities unfold a thousand million times",
    "a.xml",
    `<!DOCTYPE x [<!ENTITY e0 "ha">${entities}]><x>&e9;</x>`,
  ],
  [
    "XML with an entity of this machine",
    "a.png",
    `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>`,
  ],
  [
    "XML with a sheet that transforms it",
    "a.gif",
    `<?xml version="1.0"?><?xml-stylesheet href="https://example.test/x.xsl"?><x/>`,
  ],
  ["HTML", "factura.pdf", `<!doctype html>${script}`],
  ["HTML without its beginning", "poza.jpeg", `${" ".repeat(300)}<body>${script}`],
  ["XHTML", "poza.gif", `<html xmlns="http://www.w3.org/1999/xhtml">${script}</html>`],
  ["a program of a page", "poza.avif", "self.onfetch = () => {}; alert(1)"],
  ["a program of a server", "poza.jpg", "<?php system($_GET['c']); ?>"],
  ["a program of Windows", "poza.jpg", `MZ\x90\0${"\0".repeat(56)}\x40\0\0\0PE\0\0`],
  ["a program of Linux", "poza.png", `\x7fELF\x02\x01\x01${"\0".repeat(60)}`],
  ["a script of a shell", "poza.webp", "#!/bin/sh\nrm -rf /\n"],
  ["a picture that is not checked", "poza.bmp", `BM${"\0".repeat(60)}${script}`],
  ["a photo without a way to clean it", "poza.tiff", `II*\0\x08\0\0\0\0\0${script}`],
  ["a head that is nearly one", "poza.gif", "GIF88a\x01\0\x01\0"],
  ["nothing", "poza.jpg", ""],
  ["one byte", "poza.jpg", "\xff"],
  ["a page that becomes a picture", "poza.jpg", `${script}\xff\xd8\xff\xe0\0\x10JFIF\0`],
].map(([title = "", name = "", content = ""]) => ({ title, name, make: text(content), expected: unknown }));

const packed: readonly HostileFile[] = [
  {
    title: "a ZIP of 42 kB that unfolds to gigabytes",
    name: "42.zip",
    make: () => {
      const inner = zipFile(
        Array.from({ length: 16 }, (_, at) => ({ name: `${at}.bin`, content: Buffer.alloc(2 * 1024 * 1024) })),
      );
      return zipFile(Array.from({ length: 12 }, (_, at) => ({ name: `${at}.zip`, content: inner })));
    },
    expected: { ...unknown, mime: "application/zip" },
  },
  {
    title: "a document whose list of contents is a bomb",
    name: "oferta.docx",
    make: () => zipFile([{ name: "[Content_Types].xml", content: Buffer.alloc(64 * 1024 * 1024, " ") }]),
    expected: { ...unknown, mime: "application/zip" },
  },
  {
    title: "a ZIP with ways up in its names",
    name: "poza.png",
    make: () => zipFile([{ name: "../../../etc/cron.d/x", content: Buffer.from("* * * * * root x") }]),
    expected: { ...unknown, mime: "application/zip" },
  },
  {
    title: "a PDF that is a ZIP too",
    name: "factura.zip",
    make: () =>
      Buffer.concat([Buffer.from("%PDF-1.7\n%\xe2\xe3\n"), zipFile([{ name: "x.exe", content: Buffer.from("MZ") }])]),
    expected: { ...unknown, mime: "application/pdf" },
  },
  {
    title: "a PDF with a program",
    name: "factura.jpg",
    make: text("%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj\n%%EOF"),
    expected: { ...unknown, mime: "application/pdf" },
  },
];

export const hostileNames = [...named, ...markup, ...packed];
