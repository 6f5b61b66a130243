import { UnsavedChanges } from '../ui/unsaved-changes.tsx';
import type { InPlace } from './in-place.ts';

/** Asks before the list is left with a cell that is not saved. A default export, for `lazy`. */
export default function UnsavedCell({ inPlace }: { inPlace: InPlace }) {
  return <UnsavedChanges unsaved={inPlace.isDirty} />;
}
