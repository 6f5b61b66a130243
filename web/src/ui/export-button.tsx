import { IconDownload } from '@tabler/icons-react';
import { BusyButton } from './busy-button.tsx';

interface ExportButtonProps {
  busy: boolean;
  onExport: () => void;
}

/** Downloads all rows that match a list's filter, as a spreadsheet. */
export function ExportButton({ busy, onExport }: ExportButtonProps) {
  return (
    <BusyButton variant="neutral" busy={busy} leftSection={<IconDownload size={16} aria-hidden />} onClick={onExport}>
      Exportar
    </BusyButton>
  );
}
