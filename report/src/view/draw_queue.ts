// Draws a chart when it comes near the screen, or when the browser is idle. So a page with thirty
// charts is readable at once.

type Draw = () => void;

export class DrawQueue {
  private readonly waiting = new Map<Element, Draw>();
  private readonly watcher = new IntersectionObserver(
    (entries) => {
      for (const entry of entries) if (entry.isIntersecting) this.run(entry.target);
    },
    { rootMargin: '600px 0px' },
  );
  private scheduled = false;

  constructor() {
    addEventListener('beforeprint', () => this.flush());
  }

  add(place: Element, draw: Draw): void {
    this.waiting.set(place, draw);
    this.watcher.observe(place);
    this.schedule();
  }

  flush(): void {
    for (const place of [...this.waiting.keys()]) this.run(place);
  }

  private run(place: Element): void {
    const draw = this.waiting.get(place);
    this.waiting.delete(place);
    this.watcher.unobserve(place);
    // A chart may have left the page while it waited.
    if (place.isConnected) draw?.();
  }

  private schedule(): void {
    if (this.scheduled || this.waiting.size === 0) return;
    this.scheduled = true;
    whenIdle((timeLeft) => {
      this.scheduled = false;
      do {
        const [next] = this.waiting.keys();
        if (next) this.run(next);
      } while (this.waiting.size > 0 && timeLeft() > 5);
      this.schedule();
    });
  }
}

/** Runs the task when the browser is idle. `timeLeft` gives the milliseconds the task may use. */
function whenIdle(task: (timeLeft: () => number) => void): void {
  if ('requestIdleCallback' in window) {
    requestIdleCallback((idle) => task(() => idle.timeRemaining()), { timeout: 200 });
  } else {
    setTimeout(() => task(() => 0), 16);
  }
}
