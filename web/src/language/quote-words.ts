import { quoteCharactersMax } from "@cuplaj/protocol/limits.ts";
import { useTranslations } from "use-intl";
import { fileKindOf } from "../state/files/file-kind.ts";
import { excerptOf } from "../state/letters.ts";
import type { Quote } from "../state/entities.ts";

export function useQuoteWords(): (quote: Quote) => string {
  const t = useTranslations();
  return ({ excerpt, fileType, isDeleted }) => {
    if (isDeleted) return t("quotes.deleted");
    return excerpt === "" && fileType !== null ? t(`files.kind.${fileKindOf(fileType)}`) : wholeExcerpt(excerpt);
  };
}

/** LOOK-20: the server cuts quotes between code points, possibly within a letter, so this drops the last letter of a quote that may have been cut. */
const wholeExcerpt = (excerpt: string): string => excerptOf(excerpt, quoteCharactersMax - 1);
