import { memo, type ReactNode, useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "../design/button.tsx";
import { Marked } from "../design/marked.tsx";
import { useMarkInSight } from "../search/in-room/use-mark-in-sight.ts";
import { useFoundRanges } from "../state/search/use-found.ts";
import { CodeChip, RecognisedCode } from "../offers/code-chip.tsx";
import { noCodes, offerCodes } from "../state/offers/offer-codes.ts";
import { openOffer } from "../state/offers/cached-offers.ts";
import { routeOfPath } from "../state/navigation/paths.ts";
import { usePageLink } from "../state/navigation/use-page-link.ts";
import { addressHere } from "../platform/page/address.ts";
import { useAppState } from "../state/app-context.ts";
import styles from "./message-text.module.css";
import { type TextFinders, type TextPart, textParts } from "./text-parts.ts";
import { lateCode } from "../platform/late-component.ts";
import { warn } from "../platform/log.ts";

interface MessageTextProps {
  readonly text: string;
  readonly isHit: boolean;
}

/** Text with links, codes and search matches; never rendered as markup. */
export const MessageText = memo(function MessageText({ text, isHit }: MessageTextProps) {
  const t = useTranslations("messages");
  const offer = useAppState(openOffer);
  const parts = textParts(text, useFinders(text), offer === null ? noCodes : offerCodes(offer));
  const fold = useFold(text, isHit);
  const ranges = useFoundRanges(text);
  const shown = useMarkInSight(isHit && isLong(text));
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the focus events come from its links and codes */}
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
            case "recognised":
              return (
                <RecognisedCode key={at} kind={part.found.kind} code={part.found.code}>
                  {words}
                </RecognisedCode>
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
      {fold.isFolded && (
        <div className={styles["showAll"]}>
          <Button look="link" onClick={fold.unfold}>
            {t("showAll")}
          </Button>
        </div>
      )}
    </>
  );
});

const foldedFrom = { characters: 1500, lines: 24 };

const isLong = (text: string): boolean =>
  text.length > foldedFrom.characters || text.split("\n", foldedFrom.lines + 1).length > foldedFrom.lines;

/** LOOK-2: folds a long text until it is opened, focused inside, or matched by a search. */
function useFold(text: string, isHit: boolean) {
  const [isUnfolded, setUnfolded] = useState(false);
  if (isHit && !isUnfolded) setUnfolded(true);
  return { isFolded: !isUnfolded && isLong(text), unfold: () => setUnfolded(true) };
}

const fewEmoji = /^(?:\p{Extended_Pictographic}(?:\p{EMod}|\uFE0F|\u200D\p{Extended_Pictographic})*\s*){1,3}$/u;
const sizeOf = (text: string): "large" | "normal" => (fewEmoji.test(text) ? "large" : "normal");

/** OFF-5e: whether some or all of the text can be pressed, besides recognised codes, which must not move it (GAR-6a). */
function touchOf(parts: readonly TextPart[]): "none" | "some" | "all" {
  if (!parts.some(({ kind }) => kind === "link" || kind === "code")) return "none";
  return parts.length === 1 ? "all" : "some";
}

/** Addresses and phone numbers are always left-to-right. OLDER-5d: links to our rooms and messages open in this page. */
function MessageLink({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  const isCall = href.startsWith("tel:");
  const here = addressHere(href);
  const isHere = here !== null && ["view", "join"].includes(routeOfPath(here.path).kind);
  const { onClick } = usePageLink(isHere ? here.path + here.search : "");
  const away = !isCall && ({ target: "_blank", rel: "noopener noreferrer nofollow" } as const);
  return (
    <a href={href} dir="ltr" data-call={isCall} {...(isHere ? { onClick } : away)}>
      {children}
    </a>
  );
}

const load = lateCode(async () => (await import("./late-finders.ts")).lateFinders);
let loaded: TextFinders | null = null;
const findNothing: TextFinders = { findAddresses: () => [], recognise: () => [] };
/** Every address has one of these signs, and every code a digit. */
const mayBeFound = /[.:]\S|\d/u;

/** The finders of addresses and codes; they find nothing until their code has loaded (PERF-1). */
function useFinders(text: string): TextFinders {
  const [, redraw] = useState(loaded !== null);
  const isNeeded = mayBeFound.test(text);
  useEffect(() => {
    if (!isNeeded || loaded !== null) return;
    load().then(
      (code) => {
        loaded = code;
        redraw(true);
      },
      (error: unknown) => warn("Links and codes could not be loaded.", error),
    );
  }, [isNeeded]);
  return (isNeeded && loaded) || findNothing;
}
