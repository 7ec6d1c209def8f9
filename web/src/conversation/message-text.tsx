import { memo, type ReactNode, useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "../design/button.tsx";
import { Marked } from "../design/marked.tsx";
import { useMarkInSight } from "../search/in-room/use-mark-in-sight.ts";
import { useFoundRanges } from "../state/search/use-found.ts";
import { CodeChip } from "../offers/code-chip.tsx";
import { noCodes, offerCodes } from "../state/offers/offer-codes.ts";
import { openOffer } from "../state/offers/cached-offers.ts";
import { routeOfPath } from "../state/navigation/paths.ts";
import { usePageLink } from "../design/use-page-link.ts";
import { addressHere } from "../platform/page/address.ts";
import { useAppState } from "../state/app-context.ts";
import styles from "./message-text.module.css";
import { type TextPart, textParts } from "./text-parts.ts";
import { useAddresses } from "./use-addresses.ts";

interface MessageTextProps {
  readonly text: string;
  /** Whether it was found, and is shown. */
  readonly isHit: boolean;
}

/** A message's text with its links, the codes of the open room's offer and what is searched for; drawn as text, never as markup. */
export const MessageText = memo(function MessageText({ text, isHit }: MessageTextProps) {
  const offer = useAppState(openOffer);
  const parts = textParts(text, useAddresses(text), offer === null ? noCodes : offerCodes(offer));
  const fold = useFold(text, isHit);
  const ranges = useFoundRanges(text);
  const shown = useMarkInSight(isHit && isLong(text));
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the focus comes to what can be pressed in it */}
      <p
        ref={shown}
        className={styles["text"]}
        data-touch={touchOf(parts)}
        data-size={sizeOf(text)}
        data-folded={fold.isFolded}
        dir="auto"
        onFocus={fold.unfold}
      >
        {parts.map((part) => {
          const { at } = part;
          const words = <Marked key={at} text={part.text} from={at} ranges={ranges} />;
          switch (part.kind) {
            case "words":
              return words;
            case "code":
              return (
                <CodeChip key={at} code={part.text} target={part.target}>
                  {words}
                </CodeChip>
              );
            case "link":
              return (
                <MessageLink key={at} href={part.href}>
                  {words}
                </MessageLink>
              );
          }
        })}
      </p>
      {fold.isFolded && <ShowAll onPress={fold.unfold} />}
    </>
  );
});

/** From here on a text is folded, characters and lines. */
const foldedFrom = { characters: 1500, lines: 24 };

const isLong = (text: string): boolean =>
  text.length > foldedFrom.characters || text.split("\n", foldedFrom.lines + 1).length > foldedFrom.lines;

/** LOOK-2: a long text is folded until somebody asks for it, comes to something within it by the keys, or finds something in it. */
function useFold(text: string, isHit: boolean) {
  const [isUnfolded, setUnfolded] = useState(false);
  if (isHit && !isUnfolded) setUnfolded(true);
  return { isFolded: !isUnfolded && isLong(text), unfold: () => setUnfolded(true) };
}

function ShowAll({ onPress }: { readonly onPress: () => void }) {
  const t = useTranslations("messages");
  return (
    <div className={styles["showAll"]}>
      <Button look="link" onClick={onPress}>
        {t("showAll")}
      </Button>
    </div>
  );
}

/** LOOK-2: up to three emoji, and nothing else. */
const fewEmoji = /^(?:\p{Extended_Pictographic}(?:\p{EMod}|\uFE0F|\u200D\p{Extended_Pictographic})*\s*){1,3}$/u;
const sizeOf = (text: string): "large" | "normal" => (fewEmoji.test(text) ? "large" : "normal");

/** What there is to press in a text: nothing, something within it, or all of it (OFF-5e). */
function touchOf(parts: readonly TextPart[]): "none" | "some" | "all" {
  if (!parts.some(({ kind }) => kind !== "words")) return "none";
  return parts.length === 1 ? "all" : "some";
}

interface MessageLinkProps {
  readonly href: string;
  readonly children: ReactNode;
}

/** Whatever precedes it, an address or phone number is read left to right. */
function MessageLink({ href, children }: MessageLinkProps) {
  const isCall = href.startsWith("tel:");
  const here = addressHere(href);
  const { kind } = here ? routeOfPath(here.path) : { kind: null };
  if (here && (kind === "view" || kind === "join")) {
    return (
      <RoomLink href={href} path={here.path + here.search}>
        {children}
      </RoomLink>
    );
  }
  return (
    <a
      href={href}
      dir="ltr"
      data-call={isCall}
      {...(!isCall && { target: "_blank", rel: "noopener noreferrer nofollow" })}
    >
      {children}
    </a>
  );
}

/** OLDER-5d: a room or message of this page opens in it. */
function RoomLink({ href, path, children }: MessageLinkProps & { readonly path: string }) {
  const { onClick } = usePageLink(path);
  return (
    <a href={href} dir="ltr" onClick={onClick}>
      {children}
    </a>
  );
}
