// The names of the demo's people, frequent ones first.

const listed = (names: string): string[] => names.trim().split(/,\s*/);

export const womensNames = listed(`
  Maria, Ana, Sónia, Carla, Sandra, Susana, Patrícia, Joana, Catarina, Marta,
  Rita, Inês, Cláudia, Sara, Mariana, Ana Rita, Andreia, Filipa, Paula, Ana Sofia,
  Cristina, Teresa, Isabel, Helena, Margarida, Raquel, Sofia, Diana, Daniela, Vera,
  Liliana, Cátia, Tânia, Mónica, Maria João, Sílvia, Vânia, Elisabete, Beatriz, Carolina,
  Ana Paula, Maria José, Célia, Fátima, Alexandra, Ana Isabel, Anabela, Manuela, Rosa, Graça,
  Ana Cristina, Bárbara, Bruna, Gabriela, Leonor, Ana Filipa, Natália, Maria de Fátima, Lúcia, Vera Lúcia,
  Ana Margarida, Maria Teresa, Francisca, Adriana, Verónica, Maria da Conceição, Lurdes, Fernanda, Dulce, Marisa,
  Matilde, Mafalda, Ana Luísa, Sara Filipa, Maria do Carmo, Olga, Clara, Luísa, Maria Inês, Joana Rita,
  Odete, Alice, Júlia, Madalena, Maria da Graça, Carla Sofia, Lara, Eduarda, Celeste, Márcia,
  Constança, Maria de Lurdes, Sónia Cristina, Rute, Íris, Telma, Cidália, Débora, Irene, Benedita
`);

export const mensNames = listed(`
  João, José, Pedro, Paulo, Rui, Carlos, Luís, Nuno, Ricardo, Miguel,
  António, Tiago, Bruno, André, Hugo, Manuel, Jorge, Filipe, Diogo, Fernando,
  João Pedro, Sérgio, Marco, Vítor, Francisco, Daniel, Gonçalo, Fábio, Rui Miguel, Pedro Miguel,
  Luís Filipe, José António, Rafael, David, Helder, José Carlos, Nelson, Mário, Eduardo, Paulo Jorge,
  Duarte, Afonso, Artur, Joaquim, Renato, Simão, Ivo, Óscar, Tomás, Valter
`);

export const surnames = listed(`
  Silva, Santos, Ferreira, Pereira, Oliveira, Costa, Rodrigues, Martins, Sousa, Fernandes,
  Gonçalves, Gomes, Lopes, Marques, Alves, Almeida, Ribeiro, Pinto, Carvalho, Teixeira,
  Moreira, Correia, Mendes, Nunes, Soares, Vieira, Monteiro, Cardoso, Rocha, Neves,
  Coelho, Cruz, Cunha, Pires, Ramos, Reis, Simões, Antunes, Matos, Fonseca,
  Machado, Araújo, Barbosa, Tavares, Lourenço, Castro, Figueiredo, Azevedo, Freitas, Magalhães,
  Henriques, Lima, Guerreiro, Batista, Pinheiro, Faria, Miranda, Barros, Morais, Nogueira,
  Esteves, Anjos, Baptista, Campos, Mota, Andrade, Brito, Nascimento, Leite, Abreu,
  Borges, Melo, Vaz, Pinho, Vicente, Gaspar, Maia, Moura, Valente, Carneiro,
  Garcia, Neto, Loureiro, Amaral, Branco, Leal, Pacheco, Macedo, Paiva, Matias,
  Amorim, Torres, Duarte, Bento, Bastos, Queirós, Sequeira, Serra, Meireles, Rebelo,
  Pimentel, Seabra, Vilela, Veloso, Camacho, Galvão, Patrício, Falcão, Peixoto, Brandão,
  Caldeira, Gouveia, Raposo, Assunção, Quintela, Salgado, Frazão, Mourão, Póvoas, Sá
`);

/** Surnames that some families write with a connector before them; most leave it out. */
export const connected = new Map([
  ...listed('Silva, Costa, Rocha, Cruz, Cunha, Fonseca, Mota, Maia').map((surname) => [surname, 'da'] as const),
  ...listed('Santos, Reis, Ramos, Anjos').map((surname) => [surname, 'dos'] as const),
  ...listed('Nascimento, Amaral').map((surname) => [surname, 'do'] as const),
  ...listed(`
    Oliveira, Sousa, Almeida, Carvalho, Matos, Castro, Figueiredo, Azevedo, Freitas, Barros,
    Morais, Andrade, Brito, Abreu, Melo, Moura, Macedo, Paiva, Faria, Sá
  `).map((surname) => [surname, 'de'] as const),
  ['Neves', 'das'] as const,
]);

/** Consultants from abroad, with tax ids in the format of their countries. */
export const foreigners = [
  { name: 'Lucía Fernández Ortega', taxId: 'ES48271936L' },
  { name: 'Camila Nogueira Prado', taxId: '348.617.092-96' },
  { name: 'Sandrine Moreau', taxId: 'FR3023217600053' },
  { name: 'Thaís Albuquerque Lins', taxId: '111.444.777-35' },
  { name: 'Anke Schneider', taxId: 'DE86095742719' },
];
