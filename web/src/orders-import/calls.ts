import { ordersImport } from '@rede/contract/orders-import';
import { mutationOptions } from '@tanstack/react-query';
import { expectData, unknownError } from '../lib/call.ts';
import { upload } from '../lib/upload.ts';

interface Load {
  file: File;
  /** Told how much of the file has left, from 0 to 1. */
  onProgress: (sent: number) => void;
}

export const loadOrders = mutationOptions({
  mutationFn: ({ file, onProgress }: Load) => expectData(upload(ordersImport.load, file, { onProgress }), unknownError),
  onSuccess: (_result, _load, _context, { client }) => client.invalidateQueries({ queryKey: ['orders'] }),
  meta: {
    success: 'Ficheiro carregado com sucesso',
    failure: (message) => `Erro a carregar ficheiro: ${message}`,
  },
});
