import { memo } from "react";
import { CodeChip } from "../offers/code-chip.tsx";
import { noCodes, offerCodes } from "../offers/offer-codes.ts";
import { openOffer } from "../offers/offers-state.ts";
import { routeOfPath } from "../navigation/paths.ts";
import { usePageLink } from "../navigation/use-page-link.ts";
import { addressHere } from "../platform/address.ts";
import { useAppState } from "../state/app-context.ts";
import styles from "./message-row.module.css";
import { type TextPart, textParts } from "./text-parts.ts";

/** A message's text with its links, and the codes of the open room's offer; drawn as text, never as markup. */
export const MessageText = memo(function MessageText({ text }: { readonly text: string }) {
  const offer = useAppState(openOffer);
  const parts = textParts(text, offer === null ? noCodes : offerCodes(offer));
  return (
    <p className={styles["text"]} data-touch={touchOf(parts)} dir="auto">
      {parts.map((part) => {
        switch (part.kind) {
          case "words":
            return part.text;
          case "code":
            return <CodeChip key={part.at} code={part.text} target={part.target} />;
          case "link":
            return <MessageLink key={part.at} text={part.text} href={part.href} />;
        }
      })}
    </p>
  );
});

/** What there is to press in a text: nothing, something within it, or all of it (OFF-5e). */
function touchOf(parts: readonly TextPart[]): "none" | "some" | "all" {
  if (!parts.some(({ kind }) => kind !== "words")) return "none";
  return parts.length === 1 ? "all" : "some";
}

interface MessageLinkProps {
  readonly text: string;
  readonly href: string;
}

/** Whatever precedes it, an address or phone number is read left to right. */
function MessageLink({ text, href }: MessageLinkProps) {
  const isCall = href.startsWith("tel:");
  const here = addressHere(href);
  const { kind } = here ? routeOfPath(here.path) : { kind: null };
  if (here && (kind === "view" || kind === "join")) {
    return <RoomLink text={text} href={href} path={here.path + here.search} />;
  }
  return (
    <a
      href={href}
      dir="ltr"
      data-call={isCall}
      {...(!isCall && { target: "_blank", rel: "noopener noreferrer nofollow" })}
    >
      {text}
    </a>
  );
}

/** OLDER-5d: a room or message of this page opens in it. */
function RoomLink({ text, href, path }: MessageLinkProps & { readonly path: string }) {
  const { onClick } = usePageLink(path);
  return (
    <a href={href} dir="ltr" onClick={onClick}>
      {text}
    </a>
  );
}
