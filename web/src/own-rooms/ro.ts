/** The original words, in Romanian (LANG-1). */
export const ro = {
  ownRooms: {
    rowMenu: "Meniul discuției {subject}",
    pin: "Fixează sus",
    unpin: "Nu mai fixa sus",
    pinned: "fixată sus",
    mute: "Fără sunet și notificări",
    unmute: "Cu sunet și notificări",
    muted: "fără sunet și notificări",
    markUnread: "Marchează necitită",
    markRead: "Marchează citită",
    markUnreadFrom: "Marchează necitit de aici",
    offline: "Nu s-a schimbat nimic: nu ajungem la server. Încearcă din nou când revine conexiunea.",
    failed: "Nu s-a schimbat nimic: serverul a refuzat. Încearcă din nou.",
    pinsFull: "Ai ajuns la limita de discuții fixate. Scoate una, ca să faci loc.",
  },
} as const;
