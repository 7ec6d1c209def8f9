/**
 * EMB-5c: what focuses itself does so only once the person is in the frame: until then the focus is the host's. A dialog that opens by
 * itself is modal at once, and focused by whoever enters.
 */
export function focusNothingUntilEntered(): void {
  // oxlint-disable-next-line typescript/unbound-method -- both are called on their element below
  const [{ focus }, { showModal }] = [HTMLElement.prototype, HTMLDialogElement.prototype];
  HTMLElement.prototype.focus = function focusWhenEntered(...options) {
    if (document.hasFocus()) focus.apply(this, options);
  };
  HTMLDialogElement.prototype.showModal = function showWithoutFocus() {
    this.inert = !document.hasFocus();
    showModal.call(this);
    this.inert = false;
  };
}
