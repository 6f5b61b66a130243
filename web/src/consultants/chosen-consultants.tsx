import type { Consultant } from '@rede/contract/consultants';
import { mostChosen } from '@rede/contract/office-values';
import { IconDownload, IconToggleLeft, IconTrash } from '@tabler/icons-react';
import type { Selection } from '../ui/selection.ts';
import { BarButton, SelectionBar } from '../ui/selection-bar.tsx';
import type { Does } from './change-consultants.tsx';

interface ChosenConsultantsProps {
  selection: Selection<Consultant>;
  page: readonly Consultant[];
  totalResults: number;
  onChange: (does: Does) => void;
  /** Where exports are switched on. */
  onExport?: () => void;
}

/** Who is chosen of the list, and what can be done with them. */
export function ChosenConsultants({ selection, page, totalResults, onChange, onExport }: ChosenConsultantsProps) {
  const { rows, all } = selection;
  const wholePage = page.length > 0 && page.every((row) => selection.isChosen(row));
  const tooMany = !all && rows.length > mostChosen;

  return (
    <SelectionBar
      chosen={all ? totalResults : rows.length}
      choosable={!all && wholePage && totalResults > rows.length ? totalResults : undefined}
      words={{ one: 'escolhido', many: 'escolhidos', all: 'todos os' }}
      problem={tooMany ? `Um a um são ${mostChosen} de cada vez. Escolha todos os que correspondem.` : undefined}
      onChooseAll={selection.chooseAll}
      onClear={selection.clear}
    >
      <BarButton icon={<IconToggleLeft size={16} aria-hidden />} onClick={() => onChange('status')}>
        Mudar Status…
      </BarButton>
      {onExport && (
        <BarButton icon={<IconDownload size={16} aria-hidden />} onClick={onExport}>
          Exportar
        </BarButton>
      )}
      <BarButton icon={<IconTrash size={16} aria-hidden />} onClick={() => onChange('delete')}>
        Apagar
      </BarButton>
    </SelectionBar>
  );
}
