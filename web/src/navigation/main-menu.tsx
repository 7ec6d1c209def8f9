import { lazy, Suspense, useState } from "react";
import { loadPart } from "../platform/load-part.ts";
import { MenuButton } from "./menu-button.tsx";

const loadContent = async () => ({
  default: (await loadPart(() => import("./main-menu-content.tsx"))).MainMenuContent,
});
const MainMenuContent = lazy(loadContent);

/** The menu of everything that is about oneself. Its code comes when a hand or the focus nears it. */
export function MainMenu() {
  const [isWanted, setIsWanted] = useState(false);
  const preload = () => void loadContent();
  return isWanted ? (
    <Suspense fallback={<MenuButton aria-busy="true" />}>
      <MainMenuContent />
    </Suspense>
  ) : (
    <MenuButton
      aria-haspopup="menu"
      aria-expanded="false"
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => setIsWanted(true)}
    />
  );
}
