"""Words that mean about the same where news is told, in both languages.

The words of a group find each other. A group says nothing of a story that has none of its words;
a story adds groups of its own in ``presentation.json``. Other forms of a word ("soldiers") need no
entry; forms that share no stem ("flee", "fled") and other spellings ("armored") do.
"""

from __future__ import annotations

from typing import Final

GROUPS: Final[tuple[tuple[str, ...], ...]] = tuple(
    tuple(group.split())
    for group in (
        "soldier soldado military militar troop tropa uniformado serviceman",
        "asylum asilo refuge refugio refugee refugiado",
        "deserter desertor desertion desercion desertar defector defect defection",
        "uprising rising rebellion rebelion revolt mutiny alzamiento levantamiento sublevacion "
        "insurreccion coup",
        "guard guardia gnb",
        "harass harassment hostigamiento hostigar threat threaten amenaza amenazar intimidate "
        "intimidar acoso",
        "shelter hostel albergue",
        "canciller chancellor",
        "unidos eeuu usa",
        "relative family familia familiar pariente",
        "flee fled escape huir huyo huyeron escapar fuga",
        "leave left",
        "evict eviction desalojo desalojar desahucio",
        "pay salary wage paga sueldo salario",
        "prison jail carcel prision",
        "work job trabajo empleo trabajar",
        "woman women", "man men", "child children", "person people",
        "goodbye farewell despedida despedir despide despidio adios",
        "weep wept cry cried tears llanto llorar lagrimas",
        # Verbs whose vowel changes, in forms that share no stem.
        "pedir pide pidio", "seguir sigue siguio", "servir sirve sirvio", "herir hiere hirio",
        "morir muere murio muerto", "dormir duerme durmio", "volver vuelve", "mover mueve",
        "encontrar encuentra", "cerrar cierra cierre", "negar niega", "venir viene vino",
        "armoured armored", "defence defense", "recognise recognize", "diaper nappy nappies",
    )
)  # fmt: skip
