import { normalized } from './normalized.ts';
import { cut } from './refusal.ts';

/**
 * What an order's status says of it. `paid` stands even where the export has no day of payment: an order that a discount brought to
 * nothing is paid without ever having been paid for. One that was refunded in part still counts, as paid. A cancelled one does not
 * count, and neither does a draft, which is no order yet. Of an unknown one nothing is concluded.
 */
export type PaymentStatus = 'paid' | 'partlyPaid' | 'unpaid' | 'cancelled' | 'draft' | 'unknown';

/** A shop's statuses, in the languages that it comes in. */
export type Statuses = Partial<Record<Exclude<PaymentStatus, 'unknown'>, readonly string[]>>;

const longestStatus = 100;

/** A status as it is shown, and as somebody may say what it means: on one line, and no longer than a request takes. */
export function shownStatus(text: string): string {
  return cut(text.replaceAll(/[\u0000-\u001f\u007f]+/g, ' ').trim(), longestStatus).trim();
}

/** By which statuses are the same: without regard to case, accents, spaces and a full stop. */
export function statusKey(text: string): string {
  return normalized(shownStatus(text)).replace(/\.+$/, '');
}

export const shopifyStatuses: Statuses = {
  paid: ['paid', 'partially_refunded'],
  partlyPaid: ['partially_paid'],
  unpaid: ['pending', 'authorized', 'expired'],
  cancelled: ['voided', 'refunded', 'cancelled', 'failed'],
};

/** By their names in the database, with and without `wc-`, then in English, Portuguese, Spanish and French. */
export const wooCommerceStatuses: Statuses = {
  paid: ['completed', 'processing', 'wc-completed', 'wc-processing'].concat(
    ['Concluída', 'Concluído', 'Em processamento', 'A processar'],
    ['Completado', 'Completada', 'Procesando'],
    ['Terminée', 'Terminé', 'En cours'],
  ),
  unpaid: ['on-hold', 'on hold', 'pending', 'pending payment', 'wc-on-hold', 'wc-pending'].concat(
    ['Pagamento pendente', 'Pendente', 'Aguarda confirmação de pagamento', 'Em espera'],
    ['Pendiente de pago', 'Pendiente', 'En espera'],
    ['Attente paiement', 'En attente de paiement', 'En attente'],
  ),
  cancelled: [
    'cancelled',
    'canceled',
    'refunded',
    'failed',
    'trash',
    'wc-cancelled',
    'wc-refunded',
    'wc-failed',
  ].concat(
    ['Cancelada', 'Cancelado', 'Anulada', 'Anulado', 'Reembolsada', 'Reembolsado', 'Falhada', 'Falhado', 'Falhou'],
    ['Fallido', 'Fallida', 'Falló'],
    ['Annulée', 'Annulé', 'Remboursée', 'Remboursé', 'Échouée', 'Échoué', 'Échec'],
  ),
  draft: ['draft', 'checkout-draft', 'auto-draft', 'wc-checkout-draft'].concat('Rascunho', 'Borrador', 'Brouillon'),
};

/**
 * The states that every PrestaShop begins with, in English, Portuguese, Spanish and French, as its versions call them. What is being
 * prepared, shipped or delivered is paid: these states have PrestaShop's own mark for that, and so has a backorder that says so.
 */
export const prestaShopStatuses: Statuses = {
  paid: [
    'Payment accepted',
    'Remote payment accepted',
    'Payment remotely accepted',
    'Processing in progress',
    'Preparation in progress',
    'Shipped',
    'Delivered',
    'On backorder (paid)',
    'Partial refund',
  ].concat(
    [
      'Pagamento aceite',
      'Pagamento aceito',
      'Pagamento remoto aceite',
      'Pagamento por Multibanco aceite',
      'Preparação em curso',
      'Em preparação',
      'Processamento em curso',
      'Enviado',
      'Enviada',
      'Entregue',
      'Sem stock (pago)',
      'Reembolso parcial',
    ],
    [
      'Pago aceptado',
      'Pago remoto aceptado',
      'Pago a distancia aceptado',
      'Preparación en curso',
      'Preparación en proceso',
      'Entregado',
      'Pedido pendiente por falta de stock (pagado)',
      'Pendiente por falta de stock (pagado)',
    ],
    [
      'Paiement accepté',
      'Paiement à distance accepté',
      'En cours de préparation',
      'Préparation en cours',
      'Expédié',
      'Livré',
      'En attente de réapprovisionnement (payé)',
      'Remboursement partiel',
    ],
  ),
  partlyPaid: ['Partial payment', 'Pagamento parcial', 'Pago parcial', 'Paiement partiel'],
  unpaid: [
    'Awaiting check payment',
    'Awaiting cheque payment',
    'Awaiting bank wire payment',
    'Awaiting PayPal payment',
    'Awaiting for PayPal payment',
    'Awaiting Cash On Delivery validation',
    'On backorder (not paid)',
    'Waiting for payment',
  ].concat(
    [
      'A aguardar pagamento',
      'A aguardar pagamento por cheque',
      'A aguardar transferência bancária',
      // As PrestaShop spells it.
      'A aguardar tranferência bancária',
      'A aguardar pagamento por transferência bancária',
      'A aguardar pagamento por PayPal',
      'A aguardar pagamento por Multibanco',
      'Sem stock (não pago)',
    ],
    [
      'En espera de pago por cheque',
      'Pago mediante cheque pendiente',
      'En espera de pago por transferencia bancaria',
      'Pago por transferencia bancaria pendiente',
      'En espera de pago por PayPal',
      'Pago mediante PayPal pendiente',
      'En espera de validación por contra reembolso',
      'Pedido pendiente por falta de stock (no pagado)',
      'Pendiente por falta de stock (no pagado)',
      'Esperando el pago',
    ],
    [
      'En attente de paiement par chèque',
      'En attente du paiement par chèque',
      'En attente de virement bancaire',
      'En attente du virement bancaire',
      'En attente du paiement par virement bancaire',
      'En attente de paiement PayPal',
      'En attente du paiement PayPal',
      'En attente de paiement à la livraison',
      'En attente du paiement à la livraison',
      'En attente de réapprovisionnement (non payé)',
      'En attente de paiement',
    ],
  ),
  cancelled: ['Canceled', 'Cancelled', 'Refunded', 'Payment error'].concat(
    ['Cancelado', 'Cancelada', 'Anulado', 'Anulada', 'Reembolsado', 'Reembolsada', 'Erro de pagamento'],
    ['Reembolso', 'Error en pago', 'Error en el pago'],
    ['Annulé', 'Annulée', 'Commande annulée', 'Remboursé', 'Remboursée', 'Remboursement', 'Erreur de paiement'],
  ),
};
