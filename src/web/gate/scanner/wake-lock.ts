/** Keeps the screen on while the page is seen; the browser lets go each time it is not. Returns how to stop. */
export function keepAwake(): () => void {
  let lock: WakeLockSentinel | undefined;
  let isOver = false;
  const take = async () => {
    if (document.visibilityState !== "visible" || isOver) return;
    // a battery that is nearly empty refuses: the shift goes on with a screen that darkens
    lock = await navigator.wakeLock?.request("screen").catch(() => undefined);
  };
  void take();
  document.addEventListener("visibilitychange", take);
  return () => {
    isOver = true;
    document.removeEventListener("visibilitychange", take);
    void lock?.release();
  };
}
