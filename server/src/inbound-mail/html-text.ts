import { compile, type FormatCallback } from "html-to-text";

/** Where mail programs put what they quote, and signatures. */
const leftOut = [
  ...[".gmail_quote", ".gmail_quote_container", ".gmail_attr", ".gmail_signature", ".yahoo_quoted"],
  ...[
    ".moz-cite-prefix",
    ".moz-signature",
    ".protonmail_quote",
    ".protonmail_signature_block",
    ".k9mail-signature",
    "#Signature",
    "#signature",
  ],
  ...[
    "#reply-intro",
    "#ymail_android_signature",
    "#ms-outlook-mobile-signature",
    "#mail-editor-reference-message-container",
  ],
  ...["style", "script", "title", "head", "svg", "template"],
];
const charactersMax = 1_000_000;
const depthMax = 100;

/** Marks where a picture stands, in characters that no text holds. */
const [open, close] = ["\ufdd0", "\ufdd1"];

const picture: FormatCallback = ({ attribs }, _walk, builder) => {
  const cid = /^cid:([^\s>]{1,300})$/iu.exec(attribs?.["src"] ?? "")?.[1];
  if (cid !== undefined) builder.addInline(`${open}${cid}${close}`, { noWordTransform: true });
};

/** Addresses of other kinds, such as scripts, are left out. */
const shownLink = (address: string): string => (/^(?:https?|mailto|tel):/iu.test(address) ? address : "");

const convert = compile({
  wordwrap: false,
  formatters: { picture },
  limits: { maxInputLength: charactersMax, maxDepth: depthMax, ellipsis: "" },
  selectors: [
    ...leftOut.map((selector) => ({ selector, format: "skip" })),
    { selector: "img", format: "picture" },
    {
      selector: "a",
      options: { hideLinkHrefIfSameAsText: true, linkBrackets: ["(", ")"], noAnchorUrl: true, pathRewrite: shownLink },
    },
    { selector: "blockquote", format: "blockquote", options: { trimEmptyLines: true } },
    ...["h1", "h2", "h3", "h4", "h5", "h6"].map((selector) => ({ selector, options: { uppercase: false } })),
    { selector: "p", options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    { selector: "hr", format: "skip" },
  ],
});

/** Converts HTML to plain text with pictures as marks; addresses of links follow their words. */
export const textOfHtml = (html: string): string =>
  convert(html.slice(0, charactersMax).replaceAll(/[\ufdd0\ufdd1]/gu, ""));

/** Separates the pictures of a text from it. */
export function separatePictures(text: string): { readonly text: string; readonly cids: ReadonlySet<string> } {
  const mark = new RegExp(`${open}([^${close}]*)${close}`, "gu");
  return {
    text: text.replaceAll(mark, "").trim(),
    cids: new Set(Array.from(text.matchAll(mark), ([, cid = ""]) => cid)),
  };
}
