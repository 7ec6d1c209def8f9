/** Not a bug: by failing with it an event has the browser set it off again later. */
export class WaitAgain extends Error {}
