import { vi } from 'vitest';

/** Everything is in sight. */
export function scrolledDown(): void {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      private readonly tell: IntersectionObserverCallback;

      constructor(tell: IntersectionObserverCallback) {
        this.tell = tell;
      }

      observe() {
        this.tell([{ isIntersecting: true } as IntersectionObserverEntry], this as unknown as IntersectionObserver);
      }

      disconnect() {}
    },
  );
}

/** The window of a scrolled list is this high, in pixels: without a layout everything would be 0. */
export function showPixels(height: number): void {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(height);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(400);
}

/** Its words, with plain spaces. */
export function textOf(element: HTMLElement): string {
  return (element.textContent ?? '').replaceAll('\u00a0', ' ');
}
