import { paths } from "../state/navigation/paths.ts";
import { useAppState, useCommands } from "../state/app-context.ts";
import { useOpenFound } from "./use-open-found.ts";
import type { PanelOption } from "./panel-options.ts";

/** Does what an option of the panel stands for. Going anywhere closes the panel. */
export function useChoose(): (option: PanelOption) => void {
  const byId = useAppState(({ rooms }) => rooms.byId);
  const { goTo, showResults, rememberSearch } = useCommands();
  const { openBest } = useOpenFound("panel");
  return (option) => {
    switch (option.kind) {
      case "room": {
        const room = byId[option.room.roomId];
        if (room) goTo(paths.view(room.name));
        return;
      }
      case "customer":
        return showResults(option.customer.person.name);
      case "recent":
        return showResults(option.text);
      case "all":
        return showResults();
      case "found":
        rememberSearch();
        return openBest(option.found);
    }
  };
}
