import { useTranslations } from "use-intl";
import type { Message } from "../state/entities.ts";
import { useAppState } from "../state/app-context.ts";
import { isLiked, likesOf, otherLikers } from "../state/messages/shown-actions.ts";

/** Names in a tip; the rest is counted. */
const namesMax = 8;

/** Who likes a message in one line: oneself first, then the newest that it names, then how many more. */
export function useLikersText(message: Message): string {
  const t = useTranslations("actions");
  const isOwn = useAppState((state) => isLiked(state, message));
  const likes = useAppState((state) => likesOf(state, message));
  const others = useAppState((state) => otherLikers(state, message).slice(0, namesMax).join(", "));
  const names = [isOwn ? t("you") : "", others].filter(Boolean).join(", ");
  const named = (isOwn ? 1 : 0) + (others === "" ? 0 : Math.min(namesMax, others.split(", ").length));
  if (names === "") return t("likes", { count: likes });
  return named < likes ? t("andOthers", { names, count: likes - named }) : names;
}
