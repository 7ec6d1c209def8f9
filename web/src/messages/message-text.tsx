import { memo } from "react";
import styles from "./message-row.module.css";
import { textParts } from "./text-parts.ts";

/** A message's text with its links; drawn as text, never as markup. */
export const MessageText = memo(function MessageText({ text }: { readonly text: string }) {
  return (
    <p className={styles["text"]} dir="auto">
      {textParts(text).map((part) =>
        part.kind === "words" ? (
          part.text
        ) : (
          // Whatever precedes it, an address is read left to right.
          <a key={part.at} href={part.href} dir="ltr" target="_blank" rel="noopener noreferrer nofollow">
            {part.text}
          </a>
        ),
      )}
    </p>
  );
});
