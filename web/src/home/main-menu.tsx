import { Suspense, useState } from "react";
import { lateComponent } from "../platform/late-component.ts";
import { MenuButton } from "./menu-button.tsx";

const MainMenuContent = lateComponent(async () => (await import("./main-menu-content.tsx")).MainMenuContent);

/** The person's own menu. Its code loads when the page is idle, or when the pointer or focus nears it. */
export function MainMenu() {
  const [isWanted, setIsWanted] = useState(false);
  const preload = () => void MainMenuContent.preload();
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
