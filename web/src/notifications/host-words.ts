import type { LanguageCode } from "@cuplaj/protocol/participant.ts";

/** What only a page in a host's frame says: it comes with the dialog, and not with the words of every page. */
export const hostWords = {
  ro: {
    none: "Cuplaj e deschis în altă pagină, iar de acolo nu poate arăta notificări.",
    hint: "Pagina din jur te poate anunța ea. Sau deschide Cuplaj în fereastra lui și pornește-le acolo.",
    ask: "Cere-i paginii să te anunțe",
    asked: "Am cerut paginii din jur să te anunțe.",
    default: "Pagina din jur nu te anunță încă.",
    granted: "Pagina din jur te anunță.",
    denied: "Browserul nu lasă pagina din jur să te anunțe.",
    elsewhere: "Cuplaj s-a deschis în fereastra lui: pornește notificările acolo.",
  },
  en: {
    none: "Cuplaj is open inside another page, and cannot show notifications from there.",
    hint: "The page around it can notify you. Or open Cuplaj in its own window and turn them on there.",
    ask: "Ask the page to notify you",
    asked: "We asked the page around to notify you.",
    default: "The page around does not notify you yet.",
    granted: "The page around notifies you.",
    denied: "Your browser does not let the page around notify you.",
    elsewhere: "Cuplaj has opened in its own window: turn on notifications there.",
  },
} as const satisfies Readonly<Record<LanguageCode, object>>;
