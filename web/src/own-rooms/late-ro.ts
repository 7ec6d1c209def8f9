export const ro = {
  ownRooms: {
    pin: "Fixează sus",
    unpin: "Nu mai fixa sus",
    mute: "Fără sunet și notificări",
    unmute: "Cu sunet și notificări",
    markUnread: "Marchează necitită",
    markRead: "Marchează citită",
    markUnreadFrom: "Marchează necitit de aici",
  },
} as const;
